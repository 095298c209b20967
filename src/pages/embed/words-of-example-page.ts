import type { Language } from '../../core/language.ts'

/** Texts of the page at `/embed/` in one language. */
export interface ExampleWords {
  title: string
  lead: string
  month: readonly [heading: string, text: string]
  list: readonly [heading: string, text: string]
  week: readonly [heading: string, text: string]
  themed: readonly [heading: string, text: string]
  frame: readonly [heading: string, text: string]
}

export const EXAMPLE_WORDS: Record<Language, ExampleWords> = {
  en: {
    title: 'A calendar for your pages',
    lead: 'Two lines put these events on any site: one loads the component, the other says where it stands. It takes its colours from a few variables, follows the width it is given, and asks no other server for anything.',
    month: [
      'A month',
      'Arrow keys walk the days, Page Up and Page Down the months; Enter opens a day. In a narrow column each day has a dot for an event, and the chosen one is told below.',
    ],
    list: [
      'What comes next',
      'As many events as you like, with a button for more. The attributes category, tag, venue, organizer and search choose among them.',
    ],
    week: ['A week', 'Seven days beside each other, or one below the other where there is less room.'],
    themed: [
      'In your colours',
      'Paper, ink and one accent are enough: all other shades are mixed from them. Parts reach whatever is left.',
    ],
    frame: [
      'Where scripts are not welcome',
      'A frame shows the same without a script on your page. What stands inside the component is shown as long as its script is missing, so the frame may stand there too.',
    ],
  },
  de: {
    title: 'Ein Kalender für Ihre Seiten',
    lead: 'Zwei Zeilen bringen diese Veranstaltungen auf jede Website: Die eine lädt die Komponente, die andere sagt, wo sie steht. Ihre Farben nimmt sie aus wenigen Variablen, sie folgt der Breite, die sie bekommt, und fragt keinen anderen Server.',
    month: [
      'Ein Monat',
      'Pfeiltasten gehen durch die Tage, Bild auf und Bild ab durch die Monate; die Eingabetaste öffnet einen Tag. In einer schmalen Spalte hat jeder Tag einen Punkt je Veranstaltung, und der gewählte steht darunter.',
    ],
    list: [
      'Was als Nächstes kommt',
      'So viele Veranstaltungen, wie Sie möchten, mit einer Schaltfläche für mehr. Die Attribute category, tag, venue, organizer und search wählen aus.',
    ],
    week: ['Eine Woche', 'Sieben Tage nebeneinander oder, wo weniger Platz ist, untereinander.'],
    themed: [
      'In Ihren Farben',
      'Papier, Tinte und ein Akzent genügen: Alle anderen Töne werden daraus gemischt. Den Rest erreichen Sie über Parts.',
    ],
    frame: [
      'Wo Skripte nicht willkommen sind',
      'Ein Rahmen zeigt dasselbe ohne Skript auf Ihrer Seite. Was in der Komponente steht, ist zu sehen, solange ihr Skript fehlt; auch der Rahmen darf dort stehen.',
    ],
  },
  fr: {
    title: 'Un calendrier pour vos pages',
    lead: 'Deux lignes mettent ces événements sur n’importe quel site : l’une charge le composant, l’autre dit où il se trouve. Il prend ses couleurs dans quelques variables, suit la largeur qu’on lui donne et ne demande rien à un autre serveur.',
    month: [
      'Un mois',
      'Les flèches parcourent les jours, Page haut et Page bas les mois ; Entrée ouvre un jour. Dans une colonne étroite, chaque jour porte un point par événement, et le jour choisi est détaillé dessous.',
    ],
    list: [
      'Ce qui vient',
      'Autant d’événements que vous voulez, avec un bouton pour la suite. Les attributs category, tag, venue, organizer et search font le choix.',
    ],
    week: ['Une semaine', 'Sept jours côte à côte, ou l’un sous l’autre quand la place manque.'],
    themed: [
      'À vos couleurs',
      'Papier, encre et un accent suffisent : toutes les autres nuances en sont mêlées. Les parts donnent accès au reste.',
    ],
    frame: [
      'Là où les scripts ne sont pas admis',
      'Un cadre montre la même chose sans script sur votre page. Ce qui se trouve dans le composant s’affiche tant que son script manque ; le cadre peut donc aussi s’y trouver.',
    ],
  },
  es: {
    title: 'Un calendario para sus páginas',
    lead: 'Dos líneas ponen estos eventos en cualquier sitio: una carga el componente, la otra dice dónde está. Toma sus colores de unas pocas variables, sigue el ancho que se le da y no pide nada a otro servidor.',
    month: [
      'Un mes',
      'Las flechas recorren los días, Re Pág y Av Pág los meses; Intro abre un día. En una columna estrecha cada día lleva un punto por evento, y el elegido se detalla debajo.',
    ],
    list: [
      'Lo que viene',
      'Tantos eventos como quiera, con un botón para ver más. Los atributos category, tag, venue, organizer y search eligen entre ellos.',
    ],
    week: ['Una semana', 'Siete días uno al lado del otro, o uno debajo del otro donde hay menos sitio.'],
    themed: [
      'Con sus colores',
      'Papel, tinta y un acento bastan: los demás tonos se mezclan de ellos. Las parts alcanzan el resto.',
    ],
    frame: [
      'Donde no se admiten scripts',
      'Un marco muestra lo mismo sin script en su página. Lo que está dentro del componente se ve mientras falta su script, así que el marco también puede estar ahí.',
    ],
  },
  fi: {
    title: 'Kalenteri sivuillenne',
    lead: 'Kaksi riviä tuo nämä tapahtumat mille tahansa sivustolle: toinen lataa komponentin, toinen kertoo sen paikan. Se ottaa värinsä muutamasta muuttujasta, mukautuu annettuun leveyteen eikä kysy mitään muilta palvelimilta.',
    month: [
      'Kuukausi',
      'Nuolinäppäimet kulkevat päivissä, Page Up ja Page Down kuukausissa; Enter avaa päivän. Kapealla palstalla jokaisella tapahtumalla on piste, ja valittu päivä kerrotaan alla.',
    ],
    list: [
      'Mitä on tulossa',
      'Niin monta tapahtumaa kuin haluatte, ja painike lisää varten. Attribuutit category, tag, venue, organizer ja search rajaavat niitä.',
    ],
    week: ['Viikko', 'Seitsemän päivää vierekkäin, tai allekkain siellä missä tilaa on vähemmän.'],
    themed: [
      'Omissa väreissänne',
      'Paperi, muste ja yksi korostus riittävät: kaikki muut sävyt sekoitetaan niistä. Muuhun pääsee parts-osien kautta.',
    ],
    frame: [
      'Missä skriptit eivät ole tervetulleita',
      'Kehys näyttää saman ilman skriptiä sivullanne. Komponentin sisältö näkyy niin kauan kuin sen skripti puuttuu, joten kehys voi olla sielläkin.',
    ],
  },
}

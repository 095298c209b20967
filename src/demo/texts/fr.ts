import type { DemoTexts } from './types.ts'

const FILMS = [
  'Metropolis',
  'Les Lumières de la ville',
  'Nosferatu le vampire',
  'Le Troisième Homme',
  'Certains l’aiment chaud',
  'Les Ailes du désir',
  'L’Homme sans passé',
  'Le Dictateur',
]
const EXHIBITIONS = [
  'Amselfurt vers 1900',
  'Photographies d’une rivière',
  'Affiches des années soixante-dix',
  'Céramiques du Nord',
  'Cartes de pays imaginaires',
  'Portraits de nos voisins',
  'Le verre',
  'Nouvelles acquisitions',
]

export const fr: DemoTexts = {
  categories: {
    music: 'Musique',
    classical: 'Classique',
    pop: 'Jazz, rock et pop',
    stage: 'Scène et écran',
    theatre: 'Théâtre',
    film: 'Cinéma',
    talks: 'Débats et sciences',
    lectures: 'Conférences',
    readings: 'Lectures publiques',
    exhibitions: 'Expositions',
    city: 'Vie de la cité',
    markets: 'Marchés',
    tours: 'Visites guidées',
    sport: 'Sports',
    courses: 'Cours et ateliers',
    family: 'Enfants et familles',
  },
  tags: {
    accessible: 'accessible de plain-pied',
    architecture: 'architecture',
    astronomy: 'astronomie',
    beginners: 'pour débutants',
    children: 'pour les enfants',
    climate: 'climat',
    cycling: 'vélo',
    dance: 'danse',
    design: 'design',
    digital: 'numérique',
    festival: 'festival',
    food: 'gastronomie',
    free: 'gratuit',
    health: 'santé',
    history: 'histoire',
    inEnglish: 'en anglais',
    literature: 'littérature',
    liveMusic: 'musique live',
    nature: 'nature',
    neighbourhood: 'quartier',
    night: 'noctambules',
    online: 'en ligne',
    openAir: 'plein air',
    photography: 'photographie',
    registration: 'sur inscription',
    running: 'course à pied',
    seniors: 'seniors',
    students: 'étudiants',
    sustainability: 'développement durable',
    volunteers: 'bénévolat',
    workshop: 'atelier',
    youth: 'jeunes',
  },
  kinds: {
    symphony: {
      titles: ['{topic}', 'Concert symphonique : {topic}'],
      topics: [
        'Brahms, Symphonie nº 4',
        'Dvořák, Symphonie du Nouveau Monde',
        'Sibelius, Symphonie nº 5',
        'Beethoven, Symphonie héroïque',
        'Ravel et Debussy',
        'Clara Schumann, Concerto pour piano',
        'Mahler, Symphonie nº 1',
        'Mozart, Symphonie Jupiter',
      ],
      leads: [
        'Quatre-vingts musiciennes et musiciens pour une grande œuvre : une soirée avec l’Orchestre philharmonique d’Amselfurt.',
        'L’Orchestre philharmonique d’Amselfurt ouvre la soirée par une ouverture rarement jouée. Après l’entracte vient l’œuvre qui donne son titre au concert.',
      ],
      bodies: [
        'Direction : {person}. Une présentation a lieu au foyer 45 minutes avant le concert.',
        'Au pupitre, en invité : {person}, que l’on a pu entendre ces dernières années à Helsinki et à Valence.',
      ],
    },
    chamber: {
      titles: ['{ensemble} : {topic}', 'Musique de chambre : {topic}'],
      topics: [
        'Haydn, Bartók, Schubert',
        'Fanny Hensel et son cercle',
        'Romances sans paroles',
        'Musiques du Nord',
        'Danses de quatre siècles',
        'Beethoven et Brahms',
      ],
      leads: [
        'La musique de chambre au plus près, avec {ensemble} : aucun siège n’est à plus de douze mètres des musiciens.',
        'Trois œuvres, un entracte et tout le temps d’écouter. Sur scène : {ensemble}.',
      ],
      bodies: [
        'Entre les morceaux, les interprètes racontent ce qu’ils vont jouer.',
        'Le concert est enregistré pour la radio. Merci de prendre place dix minutes avant le début.',
      ],
    },
    organ: {
      titles: ['L’orgue de midi', 'Une demi-heure d’orgue'],
      leads: [
        'Trente minutes d’orgue au milieu de la journée de travail : Bach, Buxtehude et, chaque fois, une découverte.',
        'Une pause à l’heure du déjeuner. À l’orgue : {person}.',
      ],
      bodies: ['Venez comme vous êtes, et partez quand il le faut.'],
    },
    choir: {
      titles: ['Concert choral : {topic}', '{topic}'],
      topics: [
        'Chants du soir',
        'Psaumes et spirituals',
        'Mozart, Requiem',
        'Chansons de la mer',
        'Arvo Pärt et Heinrich Schütz',
        'Chœurs romantiques',
      ],
      leads: [
        'Soixante voix, six mois de répétitions, un soir.',
        'Le chœur chante pour la première fois son nouveau programme. Direction : {person}.',
      ],
      bodies: [
        'Beaucoup chantent là depuis des décennies, d’autres depuis le printemps. Les nouvelles voix sont toujours les bienvenues.',
        'Après le concert, on se retrouve autour d’un verre dans la chapelle latérale.',
      ],
    },
    band: {
      titles: ['{band}', '{band} en concert', '{band} et invités'],
      topics: ['pop indé', 'soul et funk', 'folk rock', 'électro', 'latino', 'punk', 'afrobeat', 'chanson'],
      leads: [
        '{band} en tournée avec un nouvel album. Style : {topic}.',
        'De la scène des festivals à celle du club : {band}. Style : {topic}.',
      ],
      bodies: [
        'Ouverture des portes une heure avant le concert. À partir de 18 h, le billet vaut titre de transport en bus et en tram.',
        'Places debout ; quelques sièges au balcon sont réservés aux personnes qui en ont besoin.',
      ],
    },
    jazz: {
      titles: ['Jam de jazz', 'Jam ouverte : apportez votre instrument'],
      leads: [
        'Un trio ouvre la soirée, puis la scène est à tous ceux qui viennent avec un instrument et un peu de courage.',
        'Le premier set est pour le groupe de la maison. Ensuite tout le monde joue, des élèves du conservatoire aux vétérans.',
      ],
      bodies: ['Un piano, une batterie et deux amplis sont sur scène.'],
    },
    club: {
      titles: ['Nuit club : {topic}', '{topic} jusqu’à l’aube'],
      topics: [
        'Disco et house',
        'Les années quatre-vingt',
        'Techno',
        'Hip-hop et R’n’B',
        'Rythmes des Balkans',
        'Classiques indé',
      ],
      leads: [
        'Deux salles, trois DJ et une cour pour reprendre son souffle.',
        'Une longue nuit pour celles et ceux qui préfèrent danser que parler.',
      ],
      bodies: ['À partir de 18 ans, pièce d’identité exigée. Le bus de nuit part toutes les heures devant la porte.'],
    },
    play: {
      titles: ['{topic}', '{topic}', '{topic}', 'Première : {topic}'],
      topics: [
        'La Cerisaie',
        'Le Songe d’une nuit d’été',
        'Antigone',
        'Une maison de poupée',
        'Tartuffe',
        'La Cruche cassée',
        'Le Revizor',
        'L’Opéra de quat’sous',
      ],
      leads: [
        'Un classique relu : peu d’accessoires, sept interprètes et un espace qui se resserre.',
        'Une pièce qui nous tend un miroir, et qui est très drôle en le faisant.',
      ],
      bodies: [
        'Mise en scène : {person}. Une présentation a lieu au foyer une demi-heure avant la représentation.',
        'Après la représentation, la troupe reste pour une rencontre avec le public.',
      ],
    },
    improv: {
      titles: ['Théâtre d’improvisation : sans texte ni filet', 'Théâtre d’improvisation : l’histoire, c’est vous'],
      leads: [
        'Cinq comédiens, un musicien et aucune idée de ce qui va arriver. Le public lance un lieu et un métier, et c’est parti.',
        'Tout ce que vous verrez ce soir a lieu pour la première et la dernière fois.',
      ],
      bodies: ['Personne n’est entraîné sur scène contre son gré.'],
    },
    dance: {
      titles: ['{topic} : une soirée de danse', '{topic}'],
      topics: ['Entre les marées', 'Six chambres', 'Lumière lente', 'Écho', 'Le Poids des plumes', 'Zone frontière'],
      leads: [
        'Huit danseuses et danseurs démontent ce que nous appelons le quotidien et le remontent autrement.',
        'Une pièce sur la proximité et la distance, accompagnée en direct.',
      ],
      bodies: ['Chorégraphie : {person}. Le spectacle est sans entracte.'],
    },
    puppets: {
      titles: ['Marionnettes : {topic}', '{topic}'],
      topics: [
        'Hansel et Gretel',
        'Les Musiciens de Brême',
        'Le Chat botté',
        'La Reine des neiges',
        'La Princesse au petit pois',
        'Le Vilain Petit Canard',
      ],
      leads: [
        'Un conte que tout le monde connaît, raconté par des marionnettes qui ne voient pas tout à fait les choses ainsi.',
        'Une histoire contée avec des marionnettes à gaine, une valise et un accordéon.',
      ],
      bodies: ['Après le spectacle, les enfants peuvent monter sur scène et rencontrer les marionnettes.'],
    },
    film: {
      titles: ['{topic}', 'Ciné-club : {topic}'],
      topics: FILMS,
      leads: [
        'Sur grand écran, là où est sa place : le ciné-club projette un classique en copie restaurée.',
        'Une fois vu, jamais oublié, et c’est mieux à plusieurs.',
      ],
      bodies: [
        'Version originale sous-titrée. Brève présentation : {person}.',
        'Après le film, on en parle au bar du cinéma.',
      ],
    },
    openAirFilm: {
      titles: ['Cinéma en plein air : {topic}'],
      topics: FILMS,
      leads: [
        'Des couvertures, des lucioles et cent mètres carrés d’écran. Le film commence dès qu’il fait assez nuit.',
      ],
      bodies: ['Chaises longues dans la limite des stocks. Le pique-nique est le bienvenu.'],
    },
    lecture: {
      titles: ['{topic}', '{person} : {topic}', 'Conférence du soir : {topic}'],
      topics: [
        'Comment rafraîchir les villes',
        'L’intelligence artificielle et le droit',
        'Une brève histoire du sel',
        'Pourquoi nous dormons mal',
        'Les microplastiques dans nos rivières',
        'Les trous noirs pour débutants',
        'La démocratie et ceux qui en doutent',
        'Le langage des abeilles',
        'La chaleur du sous-sol : la géothermie',
        'Lire les écritures anciennes',
        'Les vaccins d’hier et de demain',
        'Les femmes en mathématiques',
      ],
      leads: [
        'Une conférence pour tous les curieux ; aucune connaissance préalable n’est requise.',
        'Que sait la recherche, et que ne sait-elle pas encore ? {person} fait le point et répond aux questions.',
        'L’université ouvre ses portes : une fois par mois, des chercheuses et des chercheurs expliquent leur travail.',
      ],
      bodies: [
        'La conférence dure environ une heure, suivie d’un échange avec la salle puis d’un verre de l’amitié.',
        'Un enregistrement sera disponible la semaine suivante sur le site de l’université.',
      ],
    },
    conference: {
      titles: ['Colloque : {topic}', '{topic} : colloque annuel'],
      topics: [
        'L’eau dans la ville',
        'Humanités numériques',
        'Mobilité en milieu rural',
        'Science ouverte',
        'L’avenir des archives',
      ],
      leads: [
        'Chercheurs, urbanistes et praticiens confrontent leurs expériences : ce qui a marché, ce qui a échoué, ce qu’il faudrait essayer.',
        'Exposés, ateliers et session de posters avec des invités de onze pays.',
      ],
      bodies: ['Conférence inaugurale : {person}. Les exposés sont en anglais, les ateliers en plusieurs langues.'],
      programme: ['Accueil et café', 'Ouverture', 'Ateliers en parallèle', 'Session de posters', 'Discussion finale'],
    },
    webinar: {
      titles: ['En ligne : {topic}', '{topic} (en direct)'],
      topics: [
        'Des données climatiques pour tous',
        'Enseigner avec les modèles de langage',
        'Les métiers de la santé publique',
        'Préparer un semestre à l’étranger',
        'Le logiciel libre à la mairie',
        'Comment fonctionnent les alertes sismiques',
      ],
      leads: [
        'Une heure avec {person} et des partenaires de trois universités. Posez vos questions par messagerie.',
        'En direct de la salle de séminaire à votre table de cuisine, avec du temps pour les questions.',
      ],
      bodies: [
        'La diffusion fonctionne dans tous les navigateurs. Les diapositives et l’enregistrement sont envoyés ensuite aux inscrits.',
      ],
    },
    reading: {
      titles: ['{person} lit : {topic}', 'Lecture : {topic}'],
      topics: [
        'Le Bac d’hiver',
        'Une maison près du barrage',
        'Ce que savait le facteur',
        'Neuf façons de se taire',
        'La Fille du cartographe',
        'Nageurs tardifs',
      ],
      leads: [
        '{person} lit des extraits de son nouveau roman et raconte comment il est né.',
        'Une famille, une rivière et un secret qui traverse trois générations : {person} présente son nouveau livre.',
      ],
      bodies: ['Vente et dédicace des livres sur place.', 'Le chat de la librairie sera là, comme toujours.'],
    },
    scienceNight: {
      titles: ['La Nuit des sciences'],
      leads: [
        'Laboratoires, amphithéâtres et caves, fermés toute l’année, s’ouvrent pour une nuit, du piège à particules à la collection d’insectes.',
      ],
      bodies: ['Plus de quatre-vingts étapes participent. Une navette gratuite relie les campus.'],
      programme: [
        'Expériences pour les enfants',
        'Joutes scientifiques',
        'Visite des laboratoires',
        'Observation du ciel nocturne',
        'Concert de clôture dans l’amphithéâtre',
      ],
    },
    stars: {
      titles: ['Une nuit au télescope : {topic}', 'Soirée d’observation publique'],
      topics: [
        'La Lune et les planètes',
        'Étoiles doubles',
        'Galaxies lointaines',
        'Les anneaux de Saturne',
        'Amas d’étoiles',
      ],
      leads: [
        'La coupole s’ouvre et chacun peut regarder : les membres de l’observatoire montrent ce qui est visible ce soir.',
        'D’abord un court exposé, puis cap sur les télescopes. {person} explique le ciel.',
      ],
      bodies: ['Prévoyez des vêtements chauds. En cas de nuages, le planétarium prend le relais.'],
    },
    exhibition: {
      titles: ['{topic}', 'Exposition : {topic}'],
      topics: EXHIBITIONS,
      leads: [
        'Plus de cent œuvres, dont beaucoup n’ont jamais été montrées.',
        'Une exposition à parcourir lentement. Certaines pièces peuvent même être touchées.',
      ],
      bodies: [
        'Du mardi au dimanche de 10 h à 18 h, le jeudi jusqu’à 21 h. Fermé le lundi.',
        'Commissariat : {person}. Le catalogue est bilingue.',
      ],
    },
    opening: {
      titles: ['Vernissage : {topic}'],
      topics: EXHIBITIONS,
      leads: ['Le premier soir de la nouvelle exposition : mots de bienvenue, parcours dans les salles et musique.'],
      bodies: [
        '{person} présente les œuvres. Les artistes seront là.',
        'Un verre et de quoi grignoter vous attendent.',
      ],
    },
    farmersMarket: {
      titles: ['Marché paysan', 'Marché hebdomadaire'],
      leads: [
        'Légumes de la vallée, pain au feu de bois, fromages des collines : une trentaine d’étals, tenus pour la plupart par ceux qui produisent.',
      ],
      bodies: ['Café dès sept heures ; à dix heures, les meilleures fraises sont parties.'],
    },
    fleaMarket: {
      titles: ['Brocante au bord de l’eau', 'Marché aux puces'],
      leads: ['Livres, vélos, porcelaine et objets sans nom. Pas de marchandises neuves.'],
      bodies: ['Tout le monde peut vendre ; le mètre coûte cinq euros, sans réservation.'],
    },
    christmasMarket: {
      titles: ['Marché de Noël'],
      leads: [
        'Soixante chalets autour du grand sapin, un manège de 1926 et, chaque soir, des cuivres du haut de la tour.',
      ],
      bodies: [
        'Le vin chaud est servi en gobelets consignés. Le jeudi, les stands sont aux associations et aux écoles.',
      ],
    },
    festival: {
      titles: ['{topic}'],
      topics: [
        'Fête de la vieille ville',
        'Fête de la rivière',
        'Journées de la musique de rue',
        'Fête du vin',
        'Journées du théâtre de rue',
      ],
      leads: [
        'Pendant quelques jours, les rues sont aux piétons : musique sur cinq scènes, longues tablées et pas de voitures.',
        'Toute la ville est dehors, et bien des visiteurs avec elle.',
      ],
      bodies: [
        'Plus de soixante associations, écoles et groupes de la ville et de ses villes jumelées font le programme.',
      ],
      programme: [
        'Défilé dans la vieille ville',
        'Programme pour les enfants',
        'Concerts sur toutes les scènes',
        'Bal sous les lampions',
      ],
    },
    cityTour: {
      titles: ['Visite de la ville : {topic}', '{topic} : visite à pied'],
      topics: [
        'Amselfurt au Moyen Âge',
        'Le quartier des tanneurs',
        'La vie juive dans la ville',
        'Façades Art nouveau',
        'Avec le veilleur de nuit',
        'Ponts et moulins',
        'Des femmes qui ont fait l’histoire',
      ],
      leads: [
        'Une heure et demie à pied, avec des histoires qui ne sont dans aucun guide.',
        'Nos guides sont nés ici, ou sont venus et restés. Ils connaissent les portes dérobées.',
      ],
      bodies: ['Rendez-vous à la fontaine de la place du Marché.'],
    },
    natureWalk: {
      titles: ['{topic} : promenade naturaliste', 'Sortie nature : {topic}'],
      topics: [
        'Chants d’oiseaux',
        'Herbes sauvages',
        'Chauves-souris au crépuscule',
        'Vieux arbres',
        'La vie du ruisseau',
        'Insectes des prés',
      ],
      leads: [
        '{person} connaît tous les sentiers de la rivière, et presque tout ce qui y vit.',
        'Lentement, en silence et l’oreille tendue : une promenade pour savoir qui habite à côté.',
      ],
      bodies: ['Environ quatre kilomètres de marche. Si vous avez des jumelles, apportez-les.'],
    },
    repairCafe: {
      titles: ['Repair café'],
      leads: [
        'Grille-pain, pantalons, vélos, radios : des bénévoles réparent avec vous ce qui finirait à la poubelle.',
      ],
      bodies: ['Café et gâteaux pour patienter. L’an dernier, sept objets sur dix sont repartis en état de marche.'],
    },
    forum: {
      titles: ['Forum citoyen : {topic}', 'Débat ouvert : {topic}'],
      topics: [
        'Une nouvelle ligne de tram',
        'Des pistes cyclables au sud',
        'L’avenir de la piscine',
        'Se loger à prix abordable',
        'Le plan climat',
        'Un parc plutôt qu’un parking',
      ],
      leads: [
        'La ville présente ses projets et veut savoir ce que vous en pensez.',
        'Que faut-il changer, que faut-il garder ? Tous ceux qui vivent ici ont leur mot à dire.',
      ],
      bodies: ['Animation : {person}. Interprétation sur demande, y compris en langue des signes.'],
    },
    match: {
      titles: ['{topic} : {home} – {guest}'],
      topics: ['Handball', 'Football', 'Basket-ball', 'Volley-ball', 'Tennis de table'],
      leads: [
        'Match à domicile ! {home} reçoit {guest}, et les tribunes seront pleines.',
        'Le match aller s’est soldé par un nul. Il est temps de trancher.',
      ],
      bodies: ['Entrée libre pour les enfants jusqu’à douze ans.'],
    },
    run: {
      titles: ['La course du samedi : cinq kilomètres ensemble'],
      leads: [
        'Cinq kilomètres le long de la rivière, tous les samedis à neuf heures, chacun à son rythme. Personne n’arrive dernier : un bénévole muni d’un balai ferme la marche.',
      ],
      bodies: ['Poussettes et chiens sont les bienvenus.'],
    },
    yoga: {
      titles: ['Yoga pour tous', 'Yoga doux', 'Yoga et respiration'],
      leads: [
        'Un cours pour tous les âges et tous les dos, avec {person}.',
        'S’étirer, respirer, se poser : une heure loin des écrans.',
      ],
      bodies: ['Des tapis sont fournis. Prévoyez une tenue confortable.'],
    },
    cycling: {
      titles: ['Balade à vélo : {topic}'],
      topics: [
        'Aux sources de l’Erle',
        'Vergers et villages',
        'Les trois lacs',
        'Le vieux viaduc',
        'Par-dessus l’Eulenberg',
      ],
      leads: [
        'Une balade tranquille sur de petites routes, avec une pause là où il y a du gâteau.',
        'Quarante kilomètres, deux collines et une baignade si le temps le permet.',
      ],
      bodies: ['Tout vélo en bon état convient. Casque recommandé ; les outils sont du voyage.'],
    },
    languageCafe: {
      titles: ['Café des langues : {topic}'],
      topics: ['anglais', 'français', 'espagnol', 'allemand', 'finnois', 'italien'],
      leads: ['Une table, une langue, tous les niveaux. On apprend, on aide, on parle de tout.'],
      bodies: ['Sans inscription : commandez un thé et prenez place.'],
    },
    craft: {
      titles: ['Atelier : {topic}', '{topic} : une journée d’atelier'],
      topics: [
        'Poterie',
        'Linogravure',
        'Reliure',
        'Photographie argentique',
        'Dessin de modèle vivant',
        'Tissage',
        'Calligraphie',
        'Sérigraphie',
      ],
      leads: [
        'Apprendre les bases en une journée et repartir avec ce que l’on a fait.',
        '{person} montre les gestes. Le groupe est petit : huit personnes au plus.',
      ],
      bodies: ['Matériel compris. Apportez un tablier et de quoi partager le déjeuner.'],
    },
    coding: {
      titles: ['{topic} pour débutants', 'Cours du soir : {topic}'],
      topics: ['Python', 'Création de sites web', 'Tableur', 'Visualisation de données', 'Arduino', 'Impression 3D'],
      leads: [
        'Un cours pour celles et ceux qui n’en ont jamais fait, un soir par semaine.',
        'Pas à pas et sans jargon. À la fin, chacun a un petit projet à montrer.',
      ],
      bodies: ['Apportez votre ordinateur portable, ou empruntez-en un.'],
    },
    cooking: {
      titles: ['Cuisinons ensemble : {topic}', 'Soirée cuisine : {topic}'],
      topics: [
        'Pain au levain',
        'Raviolis et gnocchis',
        'Tapas',
        'Brioches à la cannelle',
        'Soupes du monde',
        'Déjeuner dominical végétarien',
      ],
      leads: [
        'On pétrit, on coupe, on assaisonne ensemble, puis on passe à table.',
        'Les recettes de {person}, pour les mains qui aiment s’occuper.',
      ],
      bodies: ['Ingrédients et boissons compris. Merci de signaler vos allergies à l’inscription.'],
    },
    danceClass: {
      titles: ['{topic} pour débutants', '{topic} : cours et bal'],
      topics: ['Tango', 'Lindy hop', 'Salsa', 'Forró', 'Valse'],
      leads: ['D’abord les pas, ensuite le bal : une heure de cours, puis la piste est à vous.'],
      bodies: ['Venez seul ou à deux, on change de partenaire. Préférez des semelles lisses.'],
    },
    storyTime: {
      titles: ['L’heure du conte', 'Albums sur grand écran', 'L’heure du conte en deux langues'],
      leads: [
        'Des coussins, une lampe et une bonne histoire : nos bénévoles lisent à voix haute pour les petits dès trois ans.',
      ],
      bodies: ['Ensuite, on dessine. Les parents peuvent rester, ou se choisir un livre.'],
    },
    childrensUniversity: {
      titles: ['Université des enfants : {topic}'],
      topics: [
        'Pourquoi le ciel est-il bleu ?',
        'Pourquoi les ponts tiennent-ils debout ?',
        'Que nous apprennent les dinosaures ?',
        'Pourquoi rêvons-nous ?',
        'Comment la musique entre-t-elle dans le téléphone ?',
        'Qui a inventé le zéro ?',
      ],
      leads: [
        'Un vrai professeur dans un vrai amphithéâtre, et les questions, c’est vous.',
        '{person} répond, expériences à l’appui. Pour les enfants de huit à douze ans.',
      ],
      bodies: ['Les parents suivent sur un écran à côté : l’amphithéâtre est aux enfants.'],
    },
    holidayCamp: {
      titles: ['Stage de vacances : {topic}'],
      topics: ['Cirque', 'Robots', 'Forêt', 'Théâtre', 'Cinéma'],
      leads: [
        'Cinq jours, un groupe et, le vendredi, un grand final où tout le monde est invité. Pour les enfants de sept à treize ans.',
      ],
      bodies: ['Tous les jours de 9 h à 16 h, déjeuner compris. Accueil dès 8 h.'],
    },
  },
  notes: {
    free: ['Entrée libre.', 'Gratuit, sans billet.', 'Entrée libre, participation bienvenue.'],
    paid: [
      'Billets en ligne, à l’office de tourisme et sur place.',
      'Tarif réduit pour les élèves, les étudiants et les titulaires de la carte de la ville.',
    ],
    register: ['Merci de vous inscrire, les places sont limitées.', 'Inscription jusqu’à l’avant-veille.'],
    access: [
      'Le lieu est accessible de plain-pied et dispose de toilettes adaptées.',
      'Une boucle magnétique équipe les premiers rangs.',
    ],
    outdoor: [
      'Bonnes chaussures et vêtements adaptés au temps conseillés.',
      'Annulé en cas de tempête ; notre site l’annonce dès le matin.',
    ],
    weekly: ['Chaque semaine, sauf les jours fériés.'],
    monthly: ['Toutes les quatre semaines.'],
    children: ['Les plus petits viennent accompagnés.', 'Pour les enfants dès quatre ans.'],
    online: ['Le lien vous parviendra par courriel après l’inscription.'],
    food: ['Boissons et petite restauration sur place.', 'À boire et à manger, préparés par des cuisines de la ville.'],
  },
  headings: { programme: 'Programme', practical: 'Bon à savoir' },
  prices: {
    free: ['Gratuit', 'Entrée libre'],
    words: ['Prix libre', 'Participation libre', 'Gratuit avec la carte de la ville'],
  },
  countries: { home: 'Allemagne', unitedStates: 'États-Unis', japan: 'Japon', portugal: 'Portugal' },
  landmarks: {
    hall: {
      name: 'Palais des congrès d’Amselfurt',
      description: 'La plus grande salle de la ville : 1 200 places et une acoustique que les orchestres apprécient.',
    },
    church: { name: 'Église Sainte-Marie', description: 'Église-halle gothique de 1380 dotée d’un orgue baroque.' },
    tannery: {
      name: 'Centre culturel de la Vieille Tannerie',
      description:
        'Là où l’on tannait le cuir jusqu’en 1974, il y a aujourd’hui des concerts, des expositions et un bar au bord de l’eau.',
    },
    theatre: { name: 'Théâtre municipal d’Amselfurt', description: 'Théâtre, opéra et danse dans une maison de 1909.' },
    museum: {
      name: 'Musée de la ville',
      description: 'L’histoire et l’art de la ville sur quatre étages. Ascenseur et vestiaire à l’entrée Burggasse.',
    },
    aula: { name: 'Université, ancienne salle d’honneur' },
    library: {
      name: 'Bibliothèque municipale',
      description:
        'Un demi-million de livres et de médias, un café et la salle de lecture la plus silencieuse de la ville.',
    },
    square: { name: 'Place du Marché' },
    park: {
      name: 'Parc du château',
      description: 'Parc paysager de 1790, vieux arbres et pavillon au bord de l’étang.',
    },
    sports: { name: 'Parc des sports de l’Erle' },
    cinema: {
      name: 'Cinéma Capitol',
      description: 'Deux salles, des fauteuils rouges et des films en version originale.',
    },
    school: { name: 'Université populaire' },
    observatory: {
      name: 'Observatoire de l’Eulenberg',
      description: 'Sur la colline à l’ouest de la ville ; le dernier kilomètre se fait à pied.',
    },
    online: { name: 'En ligne', description: 'Se déroule sur Internet.' },
    newYork: { description: 'La maison de notre université partenaire à New York.' },
    tokyo: { description: 'Bâtiment de séminaires de notre université partenaire à Tokyo.' },
    lisbon: { description: 'Centre culturel de notre ville jumelée, au bord du fleuve.' },
    auditorium: { name: 'Université, grand amphithéâtre' },
    artHall: {
      name: 'Galerie d’art du Barrage',
      description: 'De l’art contemporain dans une ancienne centrale électrique.',
    },
    riverside: { name: 'Rives de l’Erle' },
    academy: { name: 'Académie de musique, salle de musique de chambre' },
    gardens: {
      name: 'Jardin botanique',
      description: 'Des serres, un jardin d’herbes et un banc pour chaque heure du jour.',
    },
    townHall: { name: 'Ancien hôtel de ville' },
    quarry: { name: 'Scène de plein air de la Carrière' },
  },
  organizations: {
    city: {
      name: 'Ville d’Amselfurt, direction de la culture',
      description: 'Organise et soutient la culture dans la ville.',
    },
    university: {
      name: 'Université d’Amselfurt',
      description: 'Fondée en 1652 ; environ 14 000 étudiants dans neuf facultés.',
    },
    philharmonic: { name: 'Orchestre philharmonique d’Amselfurt' },
    theatre: { name: 'Théâtre municipal d’Amselfurt' },
    museum: { name: 'Musée de la ville d’Amselfurt' },
    library: { name: 'Bibliothèque municipale d’Amselfurt' },
    adultEducation: {
      name: 'Université populaire d’Amselfurt',
      description: 'Quelque six cents cours par an, pour tous.',
    },
    tourism: { name: 'Office de tourisme d’Amselfurt' },
    childrensUniversity: { name: 'Université des enfants d’Amselfurt' },
  },
  neighbourhood: {
    community: 'Maison de quartier {place}',
    gym: 'Gymnase {place}',
    branchLibrary: 'Bibliothèque {place}',
    cafe: 'Café {place}',
    parishHall: 'Salle paroissiale {place}',
    gallery: 'Galerie {place}',
    garden: 'Jardin partagé {place}',
    youthClub: 'Maison des jeunes {place}',
    primarySchool: 'École élémentaire {place}',
    studio: 'Studio {place}',
  },
  seminarRoom: 'Campus Nord, salle de séminaire {place}',
  clock: (hours, minutes) => `${Number(hours)} h${minutes === '00' ? '' : ` ${minutes}`}`,
}

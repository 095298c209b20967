import type { MessageKey } from './en.ts'

/**
 * All messages for users, in French. The spaces before : and ; and between a number and its unit are no-break spaces
 * (U+00A0).
 */
export const fr: Record<MessageKey, string> = {
  rest_missing_callback_param: 'Paramètres manquants : {params}.',
  rest_invalid_param: 'Paramètres non valides : {params}.',
  rest_invalid_json: 'Le corps de la requête n’est pas du JSON valide.',
  rest_invalid_body: 'Le corps de la requête n’a pas pu être lu.',
  rest_taxonomy_not_hierarchical: 'Une étiquette ne peut pas avoir de parent.',
  rest_post_invalid_page_number: 'La liste n’a pas de page portant ce numéro.',
  rest_cannot_create: 'Vous n’avez pas l’autorisation de créer cet élément.',
  rest_cannot_edit: 'Vous n’avez pas l’autorisation de modifier cet élément.',
  rest_cannot_update: 'Vous n’avez pas l’autorisation de modifier cette catégorie ou étiquette.',
  rest_cannot_delete: 'Vous n’avez pas l’autorisation de supprimer cet élément.',
  rest_cannot_view: 'Vous n’avez pas l’autorisation de lire ceci avec context=edit.',
  rest_forbidden_context: 'Vous n’avez pas l’autorisation de lire ceci avec context=edit.',
  rest_read_only:
    'Ici, la lecture seule est possible. Les fiches s’écrivent par tribe/events/v1, les comptes par la commande almanac users.',
  rest_no_search_term_defined: 'Le tri par pertinence exige le paramètre search.',
  rest_callback_invalid: 'Le nom de la fonction JSONP contient des caractères non autorisés.',
  rest_upload_no_data: 'La requête ne contient pas de fichier.',
  rest_upload_no_content_disposition:
    'Un fichier envoyé comme corps de la requête exige l’en-tête Content-Disposition avec son nom.',
  rest_upload_invalid_disposition: 'L’en-tête Content-Disposition ne contient pas de nom de fichier.',
  rest_type_invalid: 'Il n’y a pas de type de publication de ce nom.',
  rest_taxonomy_invalid: 'Il n’y a pas de taxonomie de ce nom.',
  rest_term_invalid: 'Aucune catégorie ni étiquette ne porte ce numéro.',
  rest_post_invalid_id: 'Aucun élément ne porte ce numéro.',
  rest_user_invalid_id: 'Aucun compte ne porte ce numéro.',
  oembed_invalid_url: 'Cette adresse n’est pas la page d’une fiche publique de ce site.',
  term_exists: 'Une autre catégorie ou étiquette porte déjà ce nom. Choisissez un autre nom.',
  'original-translation': 'Les textes dans la langue d’origine d’un élément ne peuvent pas être supprimés.',
  missing_experimental_endpoint_acknowledgement:
    'Envoyez l’en-tête X-TEC-EEA avec la phrase exigée par The Events Calendar ; elle figure dans la documentation de cette API.',
  tec_rest_organizers_page_not_found: 'La liste n’a pas de page portant ce numéro.',
  rest_forbidden: 'Vous n’avez pas l’autorisation d’effectuer cette action.',
  rest_not_logged_in: 'Authentification requise. Envoyez des identifiants avec la requête.',
  'forbidden.posts:create':
    'La création de fiches, comme des événements ou des lieux, exige au moins le rôle « {needed} ».',
  'forbidden.posts:publish':
    'La modification d’une fiche publiée, programmée ou privée exige au moins le rôle « {needed} ». Demandez-la à un éditeur.',
  'forbidden.posts:edit-others':
    'La modification de fiches et d’images d’autres utilisateurs exige au moins le rôle « {needed} ».',
  'forbidden.posts:name-author':
    'L’indication d’un autre utilisateur comme auteur exige au moins le rôle « {needed} ». Omettez « author ».',
  'forbidden.categories:write':
    'La création, la modification ou la suppression de catégories exige au moins le rôle « {needed} ».',
  'forbidden.tags:write':
    'La création, la modification ou la suppression d’étiquettes exige au moins le rôle « {needed} ».',
  'forbidden.terms:create-inline':
    'La création de catégories et d’étiquettes avec un événement exige au moins le rôle « {needed} ». Envoyez uniquement des catégories et des étiquettes existantes.',
  'forbidden.media:upload': 'L’ajout d’images exige au moins le rôle « {needed} ».',
  'forbidden.settings:write': 'La modification des réglages exige au moins le rôle « {needed} ».',
  'forbidden.users:list': 'La consultation de la liste des utilisateurs exige au moins le rôle « {needed} ».',
  'forbidden.users:write': 'La gestion des utilisateurs exige au moins le rôle « {needed} ».',
  'forbidden.audit:read': 'La lecture du journal d’audit exige au moins le rôle « {needed} ».',
  'forbidden.imports:run': 'Lire des abonnements exige au moins le rôle « {needed} ».',
  'forbidden.imports:write': 'Ajouter et modifier des abonnements exige le rôle « {needed} ».',
  'forbidden.submissions:review': 'Examiner les propositions exige au moins le rôle « {needed} ».',
  'forbidden.role': 'Votre rôle est « {role} ».',
  rest_invalid_token: 'Ce jeton est inconnu, expiré ou révoqué.',
  incorrect_password: 'Mot de passe d’application incorrect pour cet utilisateur.',
  invalid_username: 'Aucun utilisateur ne porte ce nom.',
  'event-not-accessible': 'Cet événement n’est pas public.',
  'venue-not-accessible': 'Ce lieu n’est pas public.',
  'organizer-not-accessible': 'Cet organisateur n’est pas public.',
  'series-not-accessible': 'Cette série n’est pas publique.',
  'event-no-longer-available': 'Cet événement n’est plus disponible.',
  rest_no_route: 'Aucune ressource ne répond à cette adresse avec cette méthode.',
  rest_invalid_namespace: 'L’espace de noms figurant dans l’adresse n’est pas celui de cette API.',
  'rest-event-not-found': 'Aucun événement n’a cet identifiant.',
  'event-not-found': 'Aucun événement à cette adresse.',
  'venue-not-found': 'Aucun lieu à cette adresse.',
  'organizer-not-found': 'Aucun organisateur à cette adresse.',
  'series-not-found': 'Aucune série à cette adresse.',
  'category-not-found': 'Aucune catégorie à cette adresse.',
  'tag-not-found': 'Aucune étiquette à cette adresse.',
  'picture-not-found': 'Aucune image à cette adresse.',
  'translation-not-found': 'L’élément n’a pas de textes dans cette langue.',
  'event-archive-page-not-found': 'La liste des événements n’a pas de page portant ce numéro.',
  'venue-archive-page-not-found': 'La liste des lieux n’a pas de page portant ce numéro.',
  'organizer-archive-page-not-found': 'La liste des organisateurs n’a pas de page portant ce numéro.',
  'series-archive-page-not-found': 'La liste des séries n’a pas de page portant ce numéro.',
  'event-is-in-trash': 'Cet événement est dans la corbeille.',
  'venue-is-in-trash': 'Ce lieu est dans la corbeille.',
  'organizer-is-in-trash': 'Cet organisateur est dans la corbeille.',
  'series-is-in-trash': 'Cette série est dans la corbeille.',
  'idempotency-key-in-use':
    'Une requête avec cette Idempotency-Key est en cours de traitement. Répétez-la dans une seconde.',
  'idempotency-key-reused':
    'Cette Idempotency-Key a servi à une autre requête. Utilisez une nouvelle clé pour chaque requête.',
  rest_precondition_failed:
    'L’enregistrement n’a pas la version que la requête attend. Relisez-le et répétez la modification avec sa version actuelle.',
  rest_body_too_large: 'Le corps de la requête est trop volumineux.',
  rest_unsupported_media_type: 'Le type de contenu du corps de la requête n’est pas pris en charge.',
  rest_internal_error: 'Une erreur s’est produite sur le serveur. Veuillez réessayer plus tard.',
  rest_trash_not_supported: 'Ceci ne passe pas par la corbeille ; envoyez force=true pour le supprimer définitivement.',
  rest_malformed_request: 'La requête n’est pas du HTTP valide.',
  rest_request_timeout: 'La requête est arrivée trop lentement.',
  rest_uri_too_long: 'L’adresse est trop longue.',
  rest_too_many_requests: 'Trop de requêtes. Veuillez réessayer plus tard.',
  rest_headers_too_large: 'Les en-têtes de la requête sont trop volumineux.',
  rest_too_busy: 'Le serveur est surchargé pour le moment. Veuillez réessayer bientôt.',
  database_unavailable: 'La base de données n’est pas disponible pour le moment. Veuillez réessayer bientôt.',

  'anonymous-organizer': 'Anonyme',
  'reason.type': '{name} n’est pas du type attendu.',
  'reason.filled': '{name} doit être un texte non vide.',
  'reason.name': '{name} doit être un texte de 1 à {max} caractères.',
  'reason.text': '{name} doit être un texte.',
  'reason.short-text': '{name} doit être un texte de {max} caractères au plus.',
  'reason.boolean': '{name} doit être true ou false.',
  'reason.positive': '{name} doit être un nombre entier supérieur à zéro.',
  'reason.number': '{name} doit être un nombre compris entre {min} et {max}.',
  'reason.id': '{name} doit être un identifiant : un nombre entier supérieur à zéro.',
  'reason.ids': '{name} doit contenir un ou plusieurs identifiants, sous forme de liste ou séparés par des virgules.',
  'reason.unknown': '{name} ne désigne aucun élément existant.',
  'reason.unknown-ids': '{name} désigne des éléments qui n’existent pas : {ids}.',
  'reason.ambiguous-name':
    '{name} est ambigu : plusieurs éléments s’appellent « {value} ». Envoyez l’un des identifiants {ids}.',
  'reason.not-a-feed': '{name} : cet abonnement lit un site et n’accepte pas de contenu.',
  'reason.own-calendar': '{name} est une adresse de cet agenda, qui ne peut pas être sa propre source.',
  'reason.name-in-use': '{name} est déjà utilisé par une autre source.',
  'reason.gone': '{name} désigne un élément supprimé entre-temps.',
  'reason.other-id':
    'La valeur de {name} dans le corps de la requête diffère de l’identifiant figurant dans l’adresse.',
  'reason.idempotency-key': '{name} doit compter de 1 à 255 caractères ASCII visibles.',
  'reason.entity-tag': '{name} doit être *, ou une ou plusieurs étiquettes d’entité comme "7", avec guillemets.',
  'reason.choice': '{name} doit avoir l’une des valeurs suivantes : {choices}.',
  'reason.date': '{name} doit être une date et une heure valides, par exemple 2031-05-01 10:00:00.',
  'reason.currency': '{name} doit être un code de devise ISO 4217 tel que EUR, ou vide.',
  'reason.picture_hosts':
    '{name} doit être une liste de noms d’hôte tels que img.example ou *.img.example, ou seulement *.',
  'reason.picture_path': '{name} doit être le chemin d’une image de cet agenda, comme /media/logo.png, ou vide.',
  'reason.background_light':
    '{name} doit être une couleur claire comme #f4f7fa dont le contraste avec le noir est d’au moins {min}, ou vide ; son contraste est {ratio}.',
  'reason.background_dark':
    '{name} doit être une couleur sombre comme #14171f dont le contraste avec le blanc est d’au moins {min}, ou vide ; son contraste est {ratio}.',
  'reason.contrast':
    '{name} doit être une couleur comme #b8351f dont le contraste avec le fond des pages est d’au moins 4,5, ou vide ; son contraste est {ratio}.',
  'reason.page_links':
    '{name} doit contenir un lien par ligne, comme fr | Mentions légales | https://example.org/mentions, 30 au plus.',
  'reason.script_address': '{name} doit être l’adresse https d’un script, sans requête, ou vide.',
  'reason.before-start': '{name} ne doit pas précéder le début de l’événement.',
  'reason.duration': '{name} diffère du temps entre start_date et end_date. N’envoyez que duration ou end_date.',
  'reason.recurrence-line': '{name} : « {value} » n’est pas une ligne qui commence par RRULE, EXRULE, RDATE ou EXDATE.',
  'reason.recurrence-part': '{name} : les règles des événements n’ont pas de partie « {value} ».',
  'reason.recurrence-twice': '{name} : une règle ne doit pas contenir {value} deux fois.',
  'reason.recurrence-value': '{name} : {part} ne doit pas être « {value} ». Valeurs admises : {allowed}.',
  'reason.recurrence-combination': '{name} : {part} et {other} ne doivent pas figurer dans une même règle.',
  'reason.recurrence-needs': '{name} : une règle avec {part} doit aussi contenir {other}.',
  'reason.recurrence-date': '{name} : « {value} » n’est pas une date valide telle que 2031-05-20 ou 20310520T193000.',
  'reason.recurrence-before-start': '{name} : la date ajoutée {value} précède le début de l’événement.',
  'reason.recurrence-lines': '{name} peut contenir au plus {max} de : {lines}.',
  'reason.recurrence-never': '{name} : la règle {value} ne donne aucune date à partir du début de l’événement.',
  'reason.recurrence-start':
    '{name} : le début de l’événement ne fait pas partie des dates. La première est {first} : envoyez-la comme start_date, ou ajoutez le début comme RDATE.',
  'reason.recurrence-count':
    '{name} : une règle avec COUNT doit donner le début de l’événement. Utilisez plutôt UNTIL.',
  'reason.recurrence-occurrences': '{name} : l’événement aurait plus de {max} dates.',
  'reason.recurrence-after-calendar':
    '{name} : la date {value} finirait après le {last}, dernier jour possible pour les dates des événements répétés.',
  'reason.recurrence-empty': '{name} : toutes les dates de l’événement sont exclues.',
  'reason.recurrence-excluded': '{name} : une EXRULE de l’événement exclut {value}. Modifiez plutôt sa récurrence.',
  'reason.recurrence-split': '{name} : aucune règle ne donne les dates à partir du {value}. Divisez à une autre date.',
  'reason.recurrence-time':
    '{name} : à {value}, des dates de l’événement coïncideraient ou précéderaient son début. Modifiez plutôt sa récurrence.',
  'reason.recurrence-other-day':
    '{name} : aucune règle ne déplace cette date au {value} en gardant toutes les autres. Modifiez plutôt la récurrence de l’événement.',
  'reason.recurrence-other-time':
    '{name} : cette date est à une autre heure que l’événement {id}. Modifiez plutôt la récurrence de celui-ci.',
  'reason.recurrence-work': '{name} : le calcul des dates est trop long. Utilisez des règles plus simples.',
  'reason.recurrence':
    '{name} doit contenir des lignes qui commencent par RRULE, EXRULE, RDATE ou EXDATE, sous forme de liste ou d’un seul texte.',
  'reason.dates':
    '{name} doit être une liste de 1 à {max} objets avec start_date et, si la date ne dure pas aussi longtemps que l’événement, end_date.',
  'reason.date-in-list': '{name} : la date {number} n’est pas valide ou finit avant de commencer.',
  'reason.dates-with-different-ends':
    '{name} : deux dates commencent le {value}, mais finissent à des moments différents : {other} et {end}.',
  'reason.recurrence-or-dates': 'Envoyez seulement recurrence ou dates.',
  'reason.of-repeated-event': '{name} appartient à l’événement répété {id}. Envoyez-le à celui-ci, ou avec scope=all.',
  'reason.reset-overrides':
    'Certaines dates diffèrent de l’événement répété. Pour les supprimer, envoyez {name} = true.',
  'form.rules-missing': '{name} : tapez au moins une règle, ou choisissez la fréquence de l’événement.',
  'form.rules-beside-choice':
    '{name} : des règles sont également saisies. Choisissez « Autres règles », ou effacez ces règles.',
  'form.until-without-repetition':
    '{name} : l’événement ne se répète pas. Choisissez sa fréquence, ou effacez le jour.',
  'form.until-before-start': '{name} : ce jour ne doit pas précéder le début de l’événement.',
  'form.until-beside-end':
    '{name} : les règles saisies ont leur propre fin, ou aucune ne peut prendre fin. Effacez le jour, ou modifiez les règles.',
  'form.reason.reset-overrides':
    'Certaines dates diffèrent des autres, et cette modification supprimerait ces différences. Cochez la case pour enregistrer quand même.',
  'form.reason.of-repeated-event':
    '{name} : cette valeur est la même pour toutes les dates. Choisissez « Toutes les dates » pour la modifier.',
  'form.reason.recurrence-start':
    '{name} : les règles ne donnent pas le début de l’événement. Leur première date est le {first}. Modifiez le début ou les règles.',
  'form.reason.recurrence-split':
    'Les règles de cet événement ne peuvent pas être divisées à cette date. Choisissez « Seulement cette date » ou « Toutes les dates ».',
  'form.reason.recurrence-other-day':
    '{name} : les dates ne peuvent pas être déplacées ensemble de cette façon. Choisissez « Seulement cette date », ou modifiez l’événement répété.',
  'form.reason.recurrence-other-time':
    '{name} : cette date est à une autre heure que les autres. Choisissez « Seulement cette date », ou modifiez l’événement répété.',
  'reason.date-of-event': 'L’événement a déjà lieu le {value}.',
  'reason.date-was-moved': 'La date du {value} a été déplacée au {moved}. Modifiez plutôt cette date : événement {id}.',
  'reason.not-repeated': 'L’événement ne se répète pas.',
  'reason.after-horizon':
    '{name} ne doit pas être après {value}, jusqu’où les dates de cet événement sont enregistrées.',
  'reason.no-slug': 'Une date d’un événement répété n’a pas de {name} propre.',
  'reason.timezone': '{name} doit être un fuseau horaire tel que Europe/Lisbon ou un décalage tel que UTC+5:30.',
  'reason.price': '{name} doit être un prix tel que 12.50, avec au plus autant de décimales que la devise en a.',
  'reason.phone': '{name} doit être un numéro de téléphone.',
  'reason.texts_by_language':
    '{name} doit être un objet qui associe un texte d’une ligne à des codes de langue : {choices}.',
  'reason.objects': '{name} doit être une liste d’au plus {max} objets.',
  'reason.ages': '{name} : l’âge minimal ne doit pas dépasser l’âge maximal.',
  'reason.before-from': '{name} ne doit pas précéder valid_from.',
  'reason.contradicts': '{name} contredit {other}. N’envoyez que l’un des deux.',
  'reason.postponed-with-start':
    '{name} ne peut pas être postponed en même temps qu’un nouveau début : envoyez plutôt rescheduled.',
  'reason.new-start': '{name} doit être un nouveau début de l’événement lorsque event_status est rescheduled.',
  'reason.reason-without-status': '{name} demande un event_status autre que scheduled.',
  'reason.website': '{name} doit être une URL absolue, par exemple https://example.org/.',
  'reason.email': '{name} doit être une adresse e-mail.',
  'reason.cost': '{name} doit être un prix, une liste de prix ou un texte court.',
  'reason.status': '{name} doit être l’un des statuts que vous pouvez utiliser ici : {choices}.',
  'reason.image': '{name} doit être l’identifiant d’une image ou l’URL d’une image téléchargeable.',
  'reason.picture': '{name} doit être une image (JPEG, PNG, WebP, GIF ou AVIF) de 20 Mio et 50 mégapixels au maximum.',
  'reason.image-right':
    '{name} : vous ne pouvez pas ajouter d’images par URL. Envoyez l’identifiant d’une image existante.',
  'reason.venue':
    '{name} doit être l’identifiant d’un lieu, un objet contenant le nom d’un lieu ou une liste de ces valeurs.',
  'reason.organizer':
    '{name} doit être l’identifiant d’un organisateur, un objet contenant le nom d’un organisateur ou une liste de ces valeurs.',
  'reason.series':
    '{name} doit être l’identifiant d’une série, un objet avec le titre d’une série ou une liste de ces valeurs.',
  'reason.terms': '{name} doit contenir un ou plusieurs identifiants, slugs ou noms.',
  'reason.word-map': '{name} doit contenir des paires de mots comme Concert=Musique, une par ligne.',
  'reason.import-file':
    '{name} doit être un fichier qui peut être importé : un tableau (CSV), iCalendar, JSCalendar, un export de WordPress (XML) ou d’Almanac.',
  'reason.title-column':
    '{name} doit donner à une colonne du tableau le sens title, ou venue ou organizer pour les tableaux de ceux-ci.',
  'reason.texts': '{name} doit être un ou plusieurs textes, en liste ou séparés par des virgules.',
  'reason.loop': '{name} ne doit désigner ni la catégorie elle-même ni l’une de ses sous-catégories.',
  'reason.taken': 'La valeur de {name} est déjà utilisée par un autre élément.',
  'reason.unknown-parameter': '{name} n’est pas un paramètre de cette route.',
  'reason.misspelled-parameter': '{name} n’est pas un paramètre de cette route. Vouliez-vous dire {nearest} ?',
  'reason.login': '{name} doit comporter de 1 à 60 caractères parmi a–z, 0–9, point, tiret bas, trait d’union et @.',
  'reason.last-administrator': '{name} : c’est le dernier administrateur. Ajoutez-en d’abord un autre.',
  'reason.password-length': '{name} doit comporter de {min} à {max} caractères.',
  'reason.password-easy': '{name} est facile à deviner. Plusieurs mots sans rapport entre eux conviennent mieux.',
  'reason.password-name': '{name} doit contenir plus que votre nom, votre identifiant ou votre adresse e-mail.',
  'reason.too-many-links': '{name} peut contenir au plus {max} liens.',
  'reason.past': '{name} ne doit pas être dans le passé.',
  'reason.submitted': '{name} : cet événement a déjà été envoyé et attend la rédaction.',
  'reason.language': '{name} doit avoir l’une des valeurs suivantes : {choices}.',

  'schedule.all-day': 'Toute la journée',

  'parameter.version':
    'Version que l’enregistrement doit avoir ; sinon la requête échoue avec 412. Comme l’en-tête If-Match.',
  'parameter.language':
    'Langue des textes et des messages ; à défaut, celle de l’adresse, puis la langue par défaut du site.',
  'answer.prefer':
    'Avec `handling=strict`, les paramètres et champs inconnus provoquent une erreur 400 qui propose le nom connu le plus proche. Sinon, ils sont ignorés et énumérés dans `X-Ignored-Parameters`.',
  'parameter.key.id': 'Identifiant de l’élément.',
  'parameter.key.slug': 'Slug (identifiant d’URL) de l’élément : la dernière partie de son adresse publique.',
  'parameter.key.language': 'Langue des textes : l’une de celles du site.',
  'parameter.namespace': 'L’espace de noms lui-même. Toute autre valeur renvoie une erreur 404.',
  'parameter.context': 'Accepté pour les clients qui l’envoient ; sans effet.',
  'parameter.page': 'Page de la liste, à partir de 1.',
  'parameter.force': 'Indique s’il faut supprimer l’élément définitivement, même s’il n’est pas dans la corbeille.',
  'parameter.run.file': 'Le fichier, jusqu’à 100 Mio.',
  'parameter.run.url': 'Adresse d’un fichier, ou d’un site avec The Events Calendar, si aucun fichier n’est envoyé.',
  'parameter.run.type': 'Type du fichier ; par défaut : reconnu. `tec` lit un site avec The Events Calendar.',
  'parameter.run.name':
    'Nom de la source ; par défaut : type et nom du fichier. Un fichier de la même source contient de nouvelles versions des mêmes éléments.',
  'parameter.run.dry_run': 'Si l’on rapporte seulement ce qui se passerait.',
  'parameter.run.mapping':
    'Pour les tableaux : le sens des colonnes d’après leur titre, comme objet ou comme paires telles que Wann=start_date ; vide pour les colonnes qui ne sont pas importées.',
  'parameter.run.kind': 'Pour les tableaux : ce que sont les lignes. Par défaut : reconnu d’après les colonnes.',
  'parameter.run.date_order': 'Pour les tableaux : l’ordre du jour, du mois et de l’année. Par défaut : reconnu.',
  'parameter.run.status': 'Statut des nouveaux éléments dont la source n’en indique pas.',
  'parameter.run.categories': 'Noms de catégories que chaque nouvel événement reçoit en plus.',
  'parameter.run.tags': 'Noms d’étiquettes que chaque nouvel événement reçoit en plus.',
  'parameter.run.pictures': 'Si les images sont importées.',
  'parameter.run.timezone': 'Fuseau horaire des heures qui n’en ont pas ; vide : celui du fichier ou du site.',
  'parameter.run.with_trash':
    'Si les contenus de la corbeille d’un export de WordPress sont importés, dans la corbeille d’ici.',
  'parameter.run.keep_ids':
    'Si les nouveaux éléments reçoivent les identifiants de la source, là où aucun élément ne les a.',
  'parameter.run.force': 'Si les éléments créés sont supprimés définitivement au lieu d’aller à la corbeille.',
  'parameter.per_page': 'Nombre d’éléments par page, à partir de 1. Au-delà de 50, la valeur est ramenée à 50.',
  'parameter.fallback':
    'Indique si les éléments sans texte dans la langue demandée figurent aussi dans la liste, dans une autre langue. À défaut, le réglage du site s’applique.',
  'parameter.search':
    'Mots à rechercher, sans distinction de casse ni d’accents. Tous doivent être présents ; les "mots entre guillemets" doivent se suivre.',
  'parameter.status':
    'publish, draft, pending, private ou future. Sans droit de publication, publish, private et future deviennent pending. Pour sortir un élément de la corbeille, indiquez un statut.',
  'parameter.author':
    'Identifiant du compte propriétaire. Seuls les éditeurs peuvent indiquer un autre compte que le leur.',
  'parameter.date':
    'Date et heure de publication dans le fuseau horaire du site : YYYY-MM-DD HH:MM:SS. Une date à venir programme la publication.',
  'parameter.date_utc':
    'Date et heure de publication en UTC. Prises en compte seulement si le paramètre date n’est pas envoyé.',
  'parameter.title': 'Titre : texte brut, non vide.',
  'parameter.name':
    'Nom unique (pour une catégorie, sous la même catégorie parente) : texte brut de 1 à 200 caractères.',
  'parameter.description':
    'Texte en HTML, ou texte brut avec une ligne vide entre les paragraphes. Les scripts et les styles sont supprimés.',
  'parameter.excerpt': 'Résumé, en HTML ou en texte brut.',
  'parameter.slug':
    'Dernière partie de l’adresse publique. Si elle est omise, elle est formée à partir du titre ou du nom ; si elle est déjà prise, un numéro y est ajouté.',
  'parameter.image':
    'Identifiant d’une image, ou son URL (http ou https) ; dans ce cas, elle est téléchargée et conservée. false retire l’image.',
  'parameter.website': 'URL absolue du site web, en caractères ASCII. Une valeur vide l’efface.',
  'parameter.phone': 'Numéro de téléphone, dans sa forme usuelle.',
  'parameter.include':
    'Uniquement les éléments portant ces identifiants, sous forme de liste ou séparés par des virgules.',
  'parameter.exclude':
    'Tous les éléments sauf ceux qui portent ces identifiants, sous forme de liste ou séparés par des virgules. Le paramètre include est prioritaire.',
  'parameter.cancelled':
    'Événements annulés : mark (état annulé ; certains agendas les retirent alors), keep (seulement le mot dans le titre) ou drop (omis).',
  'parameter.expand':
    'Si chaque date d’un événement répété est une entrée distincte en iCalendar et JSCalendar, au lieu d’une entrée avec des règles.',
  'parameter.starts_before': 'Seulement les événements qui commencent avant cette date et heure.',
  'parameter.starts_after': 'Seulement les événements qui commencent après cette date et heure.',
  'parameter.ends_before': 'Seulement les événements qui finissent avant cette date et heure.',
  'parameter.ends_after': 'Seulement les événements qui finissent après cette date et heure.',
  'parameter.content': 'Description, en HTML ou en texte brut.',
  'parameter.featured_media': 'Identifiant de l’image ; 0 pour aucune.',
  'parameter.date_gmt': 'Date et heure de publication en UTC. Sert seulement si date n’est pas envoyé.',
  'parameter.event.venues': 'Identifiants des lieux. Une liste vide les retire tous.',
  'parameter.event.organizers': 'Identifiants des organisateurs. Une liste vide les retire tous.',
  'parameter.event.tribe_events_cat': 'Identifiants des catégories. Une liste vide les retire toutes.',
  'parameter.event.duration': 'Secondes du début à la fin, au lieu de end_date.',
  'parameter.venue.state_province': 'État ou province, dans n’importe quel pays.',
  'parameter.order': 'asc (croissant) ou desc (décroissant).',
  'parameter.orderby':
    'name, id, slug, count, description ou include (l’ordre dans lequel les identifiants ont été donnés).',
  'parameter.hide_empty': 'Indique s’il faut exclure les éléments sans événement publié.',
  'parameter.post': 'Identique à event, pour les clients qui le connaissent sous ce nom.',
  'parameter.event': 'Uniquement les éléments liés à l’événement portant cet identifiant.',
  'parameter.has_events':
    'yes (ou true, 1) : uniquement ceux qui ont des événements que vous pouvez lire, même passés. Tout autre texte : uniquement ceux qui n’en ont pas.',
  'parameter.only_with_upcoming':
    'yes (ou true, 1) : uniquement ceux qui ont un événement à venir que vous pouvez lire. Tout autre texte est sans effet.',
  'parameter.show_map': 'Indique s’il faut afficher une carte : yes (ou true, 1) ; tout autre texte signifie non.',
  'parameter.show_map_link':
    'Indique s’il faut afficher un lien vers une carte : yes (ou true, 1) ; tout autre texte signifie non.',

  'parameter.events.search':
    'Mots que le titre ou la description doivent contenir, sans distinction de casse ni d’accents. Tous doivent être présents ; les "mots entre guillemets" doivent se suivre.',
  'parameter.events.start_date':
    'Les événements doivent COMMENCER à cet instant ou après : un jour tel que 2031-05-01 (sa première seconde) ou une date avec une heure telle que 2031-05-01 18:00:00. Par défaut, hier.',
  'parameter.events.end_date':
    'Les événements doivent COMMENCER à cet instant ou avant : un jour (sa dernière seconde) ou une date avec une heure. Par défaut, 24 mois après aujourd’hui, même si start_date est postérieur.',
  'parameter.events.categories':
    'Événements de l’une de ces catégories ou de leurs sous-catégories : identifiants, slugs ou noms, sous forme de liste ou séparés par des virgules.',
  'parameter.events.tags':
    'Événements portant l’une de ces étiquettes : identifiants, slugs ou noms, sous forme de liste ou séparés par des virgules.',
  'parameter.events.venue':
    'Événements se déroulant dans l’un des lieux portant ces identifiants, sous forme de liste ou séparés par des virgules.',
  'parameter.events.organizer':
    'Événements de l’un des organisateurs portant ces identifiants, sous forme de liste ou séparés par des virgules.',
  'parameter.events.series':
    'Événements de l’une des séries portant ces identifiants, sous forme de liste ou séparés par des virgules.',
  'parameter.events.in_series':
    'true : uniquement les événements d’une série que vous pouvez lire ; false : uniquement les autres.',
  'parameter.events.featured': 'true : uniquement les événements mis en avant ; false : uniquement les autres.',
  'parameter.events.q':
    'Recherche dans les textes des événements et dans les noms de leurs lieux (et leurs adresses), organisateurs, séries, catégories et étiquettes. Chaque mot doit figurer dans l’un d’eux. Si rien ne correspond, des mots proches sont recherchés.',
  'parameter.events.orderby':
    '`relevance` : d’abord les événements dont le titre contient les mots de `q`, puis ceux dont les lieux, organisateurs et séries, les catégories et étiquettes, et les textes correspondent.',
  'parameter.events.ongoing':
    'Indique si les événements en cours sont listés aussi, en premier : ceux qui ont commencé avant start_date et ne sont pas terminés ou, si start_date est dans le futur, se terminent après.',
  'parameter.events.include':
    'Uniquement les événements portant ces identifiants, sous forme de liste ou séparés par des virgules, quelles que soient leurs dates ; par date de publication, du plus ancien au plus récent.',
  'parameter.events.post_parent':
    'Uniquement les événements rattachés à l’événement portant cet identifiant. Aucun événement n’étant rattaché à un autre, la liste est vide.',
  'parameter.events.recurring':
    'true : seulement les dates d’événements répétés ; false : seulement les autres événements.',
  'parameter.events.occurrences':
    'next : de chaque événement répété, seulement la première date qui correspond, avec ses prochaines dates. all : chaque date. Par défaut : next avec q, sinon all.',
  'parameter.events.hide_subsequent_recurrences': 'true : la même chose que occurrences=next.',
  'parameter.events.geoloc':
    'true : uniquement les événements dont le lieu a des coordonnées ; false : uniquement les autres.',
  'parameter.events.geoloc_lat':
    'Latitude du centre d’un cercle, de -90 à 90 degrés. Prise en compte seulement avec geoloc_lng.',
  'parameter.events.geoloc_lng':
    'Longitude du centre d’un cercle, de -180 à 180 degrés. Prise en compte seulement avec geoloc_lat.',
  'parameter.events.geoloc_radius': 'Rayon du cercle en kilomètres, 20000 au maximum. Par défaut, le réglage du site.',
  'parameter.query.status':
    'Statuts, sous forme de liste ou séparés par des virgules, ou bien any. Les lecteurs ne peuvent demander que publish, qui est aussi ce qu’ils obtiennent par défaut.',
  'parameter.events.event_status':
    'Seulement les événements ayant l’un de ces états, séparés par des virgules : scheduled, cancelled, postponed, rescheduled, moved_online.',
  'parameter.events.attendance_mode':
    'Seulement les événements ayant l’un de ces modes de participation, séparés par des virgules : offline, online, mixed.',
  'parameter.events.virtual':
    'true : seulement les événements auxquels on peut participer en ligne ; false : seulement les autres.',
  'parameter.events.is_free': 'true : seulement les événements gratuits ; false : seulement les payants.',
  'parameter.events.price_max':
    'Seulement les événements dont le prix le plus bas, dans la devise du site, ne dépasse pas cette valeur.',
  'parameter.events.ticketed':
    'true : seulement les événements avec une URL de billetterie ou d’inscription ; false : seulement les autres. `tec/v1` l’ignore.',
  'parameter.events.accessible':
    'true : seulement les événements accessibles de plain-pied ou aux personnes à mobilité réduite (codes step_free et motor) ; false : seulement les autres.',
  'parameter.events.evening':
    'true : seulement les événements qui commencent à 17 h (heure locale) ou plus tard ; false : seulement les autres, y compris ceux d’une journée entière.',
  'parameter.events.strict_dates':
    'true : start_date et end_date sont des heures exactes ; false : ils désignent des jours entiers. Par défaut : exactes dans cette API, jours entiers dans l’API de The Events Calendar et dans les flux.',
  'parameter.venues.search':
    'Mots que le titre, la description ou un autre champ tel que l’adresse doivent contenir, sans distinction de casse ni d’accents. Tous doivent être présents ; les "mots entre guillemets" doivent se suivre.',
  'parameter.organizers.search':
    'Mots que le titre, la description ou un autre champ tel que l’adresse électronique doivent contenir, sans distinction de casse ni d’accents. Tous doivent être présents ; les "mots entre guillemets" doivent se suivre.',
  'parameter.categories.parent':
    'Uniquement les catégories situées directement sous celle qui porte cet identifiant ; 0 pour le premier niveau.',
  'parameter.categories.slug': 'Uniquement la catégorie ayant ce slug.',
  'parameter.tags.slug': 'Uniquement l’étiquette ayant ce slug.',

  'parameter.event.start_date':
    'Début en heure locale, dans le fuseau horaire de l’événement : YYYY-MM-DD HH:MM:SS. Les autres façons courantes d’écrire une date sont aussi acceptées.',
  'parameter.event.end_date':
    'Fin en heure locale, au même format que le début. Si elle précède le début, elle est ramenée à celui-ci.',
  'parameter.event.timezone':
    'Fuseau horaire IANA tel que Europe/Lisbon, ou décalage tel que UTC+5:30 ou UTC+5.5. En cas d’omission ou de valeur vide, celui du site.',
  'parameter.event.all_day':
    'Indique si l’événement dure des journées entières : il commence alors à 00:00:00 et se termine à 23:59:59.',
  'parameter.event.cost':
    'Prix, liste de prix ou texte : 10, "$10", ["10", "20"], "free". Vide ou null : aucune indication de prix. Ou un objet qui, outre le texte, indique la devise : {"text": "120 kr", "currency_code": "SEK"} ; currency_position (prefix, postfix) concerne un texte sans devise.',
  'parameter.event.recurrence':
    'Quand l’événement se répète : lignes RRULE, EXRULE, RDATE et EXDATE de la RFC 5545, sous forme de liste ou d’un seul texte. Les heures sont les heures locales de l’événement. Une valeur vide met fin à la répétition.',
  'parameter.event.dates': 'Autres dates de l’événement, au lieu de recurrence : objets avec start_date et end_date.',
  'parameter.event.scope':
    'Pour une date d’un événement répété : si la requête concerne cette date (this), celle-ci et toutes les suivantes (following) ou toutes (all).',
  'parameter.event.reset_overrides':
    'Si les dates d’un événement répété perdent les valeurs par lesquelles elles en diffèrent.',
  'parameter.occurrence.start_date':
    'Début de la nouvelle date, en heure locale de l’événement. Un jour sans heure signifie l’heure de l’événement.',
  'parameter.occurrence.end_date': 'Fin de la nouvelle date. Par défaut, elle dure aussi longtemps que l’événement.',
  'parameter.occurrences.end_date': 'Seulement les dates qui commencent à cette heure locale ou plus tôt.',
  'parameter.occurrences.start_date': 'Seulement les dates qui commencent à cette heure locale ou plus tard.',
  'parameter.event.show_map': 'Indique s’il faut afficher une carte.',
  'parameter.event.show_map_link': 'Indique s’il faut afficher un lien vers une carte.',
  'parameter.event.hide_from_listings':
    'Indique si l’événement est exclu de toutes les listes. Il reste accessible par son identifiant ou son slug.',
  'parameter.event.sticky': 'Indique si les clients doivent afficher l’événement avant les autres.',
  'parameter.event.featured': 'Indique si l’événement est mis en avant.',
  'parameter.event.categories':
    'Catégories, par identifiant, nom ou slug ; tout nouveau nom crée une catégorie. Une liste vide les retire toutes.',
  'parameter.event.tags':
    'Étiquettes, par identifiant, nom ou slug ; tout nouveau nom crée une étiquette. Une liste vide les retire toutes.',
  'parameter.event.venue':
    'Identifiant ou nom d’un lieu, nouveau lieu avec ses champs ou liste de ces valeurs. Un nom inconnu crée un lieu. Une liste vide retire le lieu.',
  'parameter.event.organizer':
    'Identifiants ou noms d’organisateurs, nouveaux organisateurs avec leurs champs ou liste de ces valeurs. Un nom inconnu crée un organisateur. Une liste vide les retire tous.',
  'parameter.event.series':
    'Identifiants ou titres de séries, nouvelles séries avec leurs champs ou liste de ces valeurs. Un titre inconnu crée une série. Une liste vide les retire toutes.',
  'parameter.event.event_status':
    'Si l’événement a lieu : scheduled (comme prévu), cancelled (annulé), postponed (reporté, nouvelle date encore inconnue), rescheduled (nouvelle date, avec un nouveau start_date) ou moved_online (en ligne). Les noms de schema.org sont aussi acceptés.',
  'parameter.event.status_reason':
    'Pourquoi l’événement est annulé, reporté ou déplacé, en une ligne de texte dans la langue de la requête. Une valeur vide la supprime ; scheduled la supprime dans toutes les langues.',
  'parameter.event.sold_out': 'S’il n’y a plus de billets ni de places.',
  'parameter.event.attendance_mode':
    'Comment on participe : offline (sur place), online (en ligne) ou mixed (au choix).',
  'parameter.event.online_url': 'URL absolue où l’événement a lieu en ligne. Une valeur vide la supprime.',
  'parameter.event.is_virtual':
    'true : l’événement a lieu en ligne, et aussi sur place s’il a un lieu ; false : seulement sur place. C’est le nom de attendance_mode dans The Events Calendar.',
  'parameter.event.virtual_url': 'Comme online_url, pour les clients de The Events Calendar.',
  'parameter.event.virtual': 'Comme is_virtual, pour les clients de The Events Calendar.',
  'parameter.event.offers':
    'Types de billets : nom (name) dans la langue de la requête, prix (price ; null : sur demande), devise (currency ; ISO 4217, la même pour tous ; par défaut celle du site), availability, url, valid_from et valid_until dans le fuseau horaire de l’événement. Une liste vide les supprime tous. Sans cost, cost en est tiré.',
  'parameter.event.registration':
    'Moyens de s’inscrire : type link, phone ou email, et value. Une liste vide les supprime tous.',
  'parameter.event.is_free': 'Si l’événement est gratuit, lorsque ni offers ni cost ne le disent. null : non précisé.',
  'parameter.event.age_min': 'Âge minimal en années ; null ou vide : aucun.',
  'parameter.event.age_max': 'Âge maximal en années ; null ou vide : aucun.',
  'parameter.event.accessibility':
    'Pour qui l’événement est accessible : codes d’OpenAgenda, et step_free (sans marches), sign_language (langue des signes).',
  'parameter.event.conditions':
    'Conditions d’admission, en une ligne de texte dans la langue de la requête. Une valeur vide les supprime.',
  'parameter.venue.venue':
    'Nom du lieu. Si un lieu existant porte ce nom et toutes les valeurs envoyées, il est renvoyé au lieu d’en créer un nouveau.',
  'parameter.venue.address': 'Numéro et rue.',
  'parameter.venue.city': 'Ville ou commune.',
  'parameter.venue.country': 'Pays.',
  'parameter.venue.province': 'Province, hors des États-Unis.',
  'parameter.venue.state': 'État, aux États-Unis.',
  'parameter.venue.stateprovince': 'État ou province, quel que soit le pays.',
  'parameter.venue.zip': 'Code postal.',
  'parameter.venue.geo_lat': 'Latitude, de -90 à 90 degrés. Une valeur vide l’efface.',
  'parameter.venue.geo_lng': 'Longitude, de -180 à 180 degrés. Une valeur vide l’efface.',
  'parameter.organizer.organizer':
    'Nom de l’organisateur. Si un organisateur existant porte ce nom et toutes les valeurs envoyées, il est renvoyé au lieu d’en créer un nouveau.',
  'parameter.organizer.email': 'Adresse e-mail. Une valeur vide l’efface.',
  'parameter.series.kind':
    'series : événements qui vont ensemble, par exemple un cycle de concerts ; festival : le programme d’un festival. Valeur d’une nouvelle série : series.',
  'parameter.category.parent':
    'Identifiant de la catégorie parente. 0, un texte vide ou null place la catégorie au premier niveau.',
  'parameter.texts.slug':
    'Dernière partie de l’adresse publique dans cette langue. À défaut, il est conservé ou formé à partir du titre ou du nom ; un slug déjà pris est refusé.',
  'parameter.texts.venue': 'Nom du lieu.',
  'parameter.texts.organizer': 'Nom de l’organisateur.',
  'parameter.picture.file': 'L’image elle-même : JPEG, PNG, GIF, WebP ou AVIF, 20 Mio au maximum.',
  'parameter.picture.title': 'Titre de l’image. Par défaut, il est formé à partir du nom du fichier.',
  'parameter.picture.alt': 'Description de l’image pour les personnes qui ne peuvent pas la voir.',
  'parameter.picture.caption': 'Texte affiché sous l’image.',
  'parameter.picture.credit': 'Auteur de l’image, affiché sous elle.',
  'parameter.picture.focus': 'La partie de l’image qui reste visible quand elle est recadrée.',
  'parameter.picture.alt_texts':
    'Descriptions dans d’autres langues, par code de langue. Une langue sans description a celle du champ `alt`.',
  'parameter.settings.submissions':
    'Qui peut proposer des événements sur /submit/ : personne (off), les utilisateurs connectés (accounts) ou tout le monde (anyone).',
  'parameter.settings.submission_days':
    'Nombre de jours après lesquels les propositions traitées sont supprimées avec le nom et l’adresse de l’expéditeur, de 1 à 3650.',
  'parameter.settings.title': 'Nom du site.',
  'parameter.settings.timezone': 'Fuseau horaire du site : nom IANA ou décalage UTC.',
  'parameter.settings.per_page': 'Nombre d’éléments par page de liste lorsque la requête ne le précise pas, de 1 à 50.',
  'parameter.settings.currency_symbol': 'Devise des prix qui n’en indiquent aucune.',
  'parameter.settings.currency_position': 'Position de la devise : avant le nombre (prefix) ou après (postfix).',
  'parameter.settings.currency_code':
    'Code ISO 4217 de cette devise, par exemple USD, pour les moteurs de recherche ; vide : déduit de la devise si elle est sans ambiguïté.',
  'parameter.settings.picture_hosts':
    'Hôtes dont les pages chargent les images des descriptions, par exemple img.example *.cdn.example ; * pour tous. Les images d’autres hôtes deviennent des liens.',
  'parameter.settings.picture_credits':
    'Indique si l’auteur et le copyright restent dans les fichiers des images lorsque toutes les autres métadonnées en sont retirées.',
  'parameter.settings.language_fallback':
    'Indique si les listes montrent, dans une autre langue, les éléments qui n’ont pas de texte dans la langue demandée.',
  'parameter.settings.list_cancelled':
    'Si les listes, les pages et les flux contiennent les événements annulés quand la requête n’a pas de event_status.',
  'parameter.settings.long_event_days':
    'Les événements qui durent plus que ce nombre de jours sont présentés à part sur les pages : une fois, sous « Également à l’affiche ».',
  'parameter.settings.geoloc_radius_km': 'Rayon par défaut des recherches autour d’un point, en kilomètres.',
  'parameter.settings.recurrence_months':
    'Nombre de mois à l’avance pour lesquels les dates des événements qui se répètent sans fin sont enregistrées.',
  'parameter.settings.logo':
    'Chemin de l’image qui remplace le nom du site en tête des pages, p. ex. /media/logo.png ; vide : le nom.',
  'parameter.settings.favicon':
    'Chemin de l’image que les navigateurs montrent à côté du titre d’une page ; vide : l’icône fournie.',
  'parameter.settings.share_picture':
    'Chemin de l’image que montrent les aperçus de liens vers des pages sans image ; vide : aucune.',
  'parameter.settings.accent_color':
    'Couleur des liens et des boutons, p. ex. #b8351f ; vide : celle fournie. Son contraste avec le fond doit être d’au moins 4,5.',
  'parameter.settings.accent_color_dark': 'La même couleur pour les personnes qui préfèrent les pages sombres.',
  'parameter.settings.background_color':
    'Fond des pages, p. ex. #f4f7fa ; vide : celui fourni. Son contraste avec le noir doit être d’au moins 18,3.',
  'parameter.settings.background_color_dark':
    'Fond pour les personnes qui préfèrent les pages sombres, p. ex. #14171f. Son contraste avec le blanc doit être d’au moins 17,6.',
  'parameter.settings.heading_font':
    'Police des titres : celle fournie (fraunces) ou une police de l’appareil avec empattements (serif) ou sans (sans).',
  'parameter.settings.week_start': 'Premier jour de la semaine dans les calendriers.',
  'parameter.settings.clock': 'Écriture des heures : selon l’usage de la langue, ou sur 12 ou 24 heures.',
  'parameter.settings.page_language':
    'Langue des mots des pages : celle des contenus (content), celle du navigateur (browser), ou une langue donnée pour les pages dans la langue par défaut. Les contenus n’ont de textes que dans les langues du site.',
  'parameter.settings.default_view': 'Vue à laquelle mène /events/.',
  'parameter.settings.header_links': 'Liens en tête des pages, un par ligne : langue | texte | adresse.',
  'parameter.settings.footer_links':
    'Liens au pied des pages, comme les mentions légales, un par ligne : langue | texte | adresse.',
  'parameter.settings.extra_css': 'Règles CSS qui suivent la feuille de style des pages.',
  'parameter.settings.analytics_url':
    'Adresse d’un script que les pages chargent pour compter les visites ; vide : aucun. La politique de sécurité de contenu n’est étendue qu’à cette adresse.',
  'parameter.subscription.name': 'Nom de la source, qu’aucune autre source ne porte.',
  'parameter.subscription.type':
    '`ics` (iCalendar), `jscalendar` (JSCalendar), `jsonfeed` (JSON Feed avec horaires) ou `tec` (un site avec The Events Calendar).',
  'parameter.subscription.url': 'Adresse de l’agenda ; vide si seul son contenu est envoyé.',
  'parameter.subscription.every_minutes': 'Pause entre deux requêtes, en minutes.',
  'parameter.subscription.active': 'Si la source est lue régulièrement.',
  'parameter.subscription.status': 'Statut des nouveaux événements.',
  'parameter.subscription.categories': 'Noms de catégories ajoutées à chaque nouvel événement.',
  'parameter.subscription.tags': 'Noms de mots-clés ajoutés à chaque nouvel événement.',
  'parameter.subscription.match':
    'Seulement les événements dont le titre ou la description contient un de ces mots, séparés par des virgules.',
  'parameter.subscription.skip': 'Aucun événement contenant un de ces mots, séparés par des virgules.',
  'parameter.subscription.map':
    'Catégories et mots-clés de la source avec le nom de la catégorie ou du mot-clé d’ici, sous forme d’objet ou de paires comme Concert=Musique ; vide pour ceux qui sont omis. Les autres sont utilisés s’ils portent le même nom ici.',
  'parameter.subscription.window_days': 'Nombre de jours à venir pour lesquels les événements sont importés.',
  'parameter.subscription.on_missing':
    'Ce que deviennent les événements à venir que la source ne contient plus : `trash`, `cancel` ou `keep`.',
  'parameter.subscription.pictures': 'Si les images sont importées.',
  'parameter.subscription.timezone': 'Fuseau des horaires qui n’en ont pas ; vide : celui de la source ou du site.',
  'parameter.subscription.content': 'L’agenda sous forme de texte.',
  'parameter.audit.after': 'Uniquement les entrées à partir de cette date, dans le fuseau horaire du site.',
  'parameter.audit.before': 'Uniquement les entrées antérieures à cette date, dans le fuseau horaire du site.',
  'parameter.audit.user':
    'Uniquement les modifications de l’utilisateur portant ce nom. Celles faites en ligne de commande portent cli: suivi du nom d’utilisateur du système.',
  'parameter.audit.action': 'Seulement les entrées de cette action.',
  'parameter.audit.collection':
    'Seulement les entrées de cette collection, ou settings, users, application-passwords ou tokens.',
  'parameter.audit.record': 'Seulement les entrées de la fiche portant cet identifiant.',

  'reference.contents': 'Sommaire',
  'reference.document': 'Document OpenAPI',
  'reference.schemas': 'Schémas',
  'reference.parameters': 'Paramètres',
  'reference.body': 'Corps de la requête',
  'reference.responses': 'Réponses',
  'reference.required': 'obligatoire',
  'reference.default': 'défaut',
  'reference.example': 'exemple',
  'reference.anyone': 'Ouvert à tous ; des identifiants peuvent en montrer davantage.',
  'reference.account': 'Demande des identifiants : mot de passe ou jeton.',
  'reference.submission-key': 'Demande la clé d’un formulaire sur un autre site.',
  'operation.about':
    'Événements et toutes les autres fiches d’un agenda, par exemple lieux et catégories. Tout le monde peut lire ce qui est publié. Pour écrire, envoyez un nom d’utilisateur avec l’un de ses mots de passe d’application (HTTP Basic) ou un jeton (Bearer). Le corps des requêtes peut être en JSON ou sous forme de formulaire, simple ou en plusieurs parties. Les erreurs ont un code, qui ne change jamais, et un message explicatif.',
  'operation.group.events': 'Ce qui se passe, quand et où.',
  'operation.group.venues': 'Les lieux des événements.',
  'operation.group.organizers': 'Les organisateurs des événements.',
  'operation.group.series': 'Les séries et les festivals auxquels appartiennent les événements.',
  'operation.group.categories': 'Catégories d’événements, sous forme d’arborescence.',
  'operation.group.tags': 'Mots-clés associés aux événements.',
  'operation.group.media': 'Images.',
  'operation.group.site': 'Le site, ses langues et cette API.',
  'operation.update.more': 'POST, PUT et PATCH sont équivalents. Les champs qui ne sont pas envoyés restent inchangés.',
  'operation.readTexts': 'Consulter les textes de toutes les langues',
  'operation.replaceTexts': 'Écrire les textes d’une langue',
  'operation.replaceTexts.more':
    'Remplace tous les textes de la langue, ou l’ajoute. Les textes qui ne sont pas envoyés sont vidés ; le slug est conservé ou, à défaut, formé à partir du titre. Le reste de l’élément ne change pas.',
  'revision-not-found': 'Cette version de la fiche n’existe pas ou ne peut pas être lue.',
  'operation.listRevisions': 'Lister les versions antérieures d’une fiche',
  'operation.listRevisions.more':
    'Les plus récentes d’abord, 50 au plus. Chacune indique qui a écrit quels champs et quand ; le contenu de la fiche se trouve dans la version elle-même.',
  'operation.readRevision': 'Lire une version antérieure d’une fiche',
  'operation.readRevision.more':
    '`record` est la fiche avant l’écriture, `changes` les champs que l’écriture a changés. Un texte indique la langue dans laquelle il diffère.',
  'operation.restoreRevision': 'Rétablir une version antérieure d’une fiche',
  'operation.restoreRevision.more':
    'Le rétablissement est une nouvelle écriture, qui s’annule de la même façon. Avec `If-Match`, il est refusé si la fiche a été modifiée depuis.',
  'answer.listRevisions': 'Les versions.',
  'answer.readRevision': 'La version.',
  'answer.restoreRevision': 'La fiche après l’écriture.',
  'parameter.key.revision': 'Le numéro de la version.',
  'parameter.revision.fields':
    'Noms des champs à rétablir, tous par défaut. Le début, la fin et le fuseau horaire sont rétablis ensemble, de même que les prix, billets et conditions, et que l’état de l’événement et sa raison.',
  'batch-not-found': 'Ce groupe d’écritures n’existe pas ou est trop ancien pour être annulé.',
  'subscription-not-found': 'Il n’y a pas d’abonnement avec cet identifiant.',
  'run-not-found': 'Il n’y a pas d’importation avec cet identifiant.',
  'run-not-importable':
    'Cette exécution ne peut pas être importée : ce n’est pas un essai terminé sans erreur, ou son fichier n’existe plus.',
  'run-not-undoable': 'Cette importation ne peut pas être annulée : c’est un essai, ou elle en annule une autre.',
  'submission-not-found': 'Il n’y a pas de proposition avec cet identifiant.',
  'submission-decided': 'La proposition a été traitée ou retirée entre-temps.',
  'submission-key-invalid':
    'Cette adresse exige la clé d’un formulaire, sous la forme Authorization: Bearer als_…. La rédaction peut en créer une.',
  'submissions-off': 'Sur ce site, personne ne peut proposer d’événements.',
  'submission-origin': 'Les pages de cette origine ne peuvent pas utiliser la clé, ou seules des pages le peuvent.',
  'reason.consent': '{name} : l’expéditeur doit accepter que son nom et son adresse soient enregistrés.',
  'reason.origins': '{name} doit contenir au plus {max} origines comme https://club.example, séparées par des espaces.',
  'operation.group.submissions': 'Événements que le public propose, et leur examen par la rédaction.',
  'operation.createSubmission': 'Proposer un événement',
  'operation.createSubmission.more':
    'Pour les formulaires d’autres sites. La rédaction lit chaque proposition avant qu’elle ne devienne un événement. Sans clé secrète, l’expéditeur doit confirmer son adresse par un lien reçu par courriel.',
  'answer.submission-key':
    'Une clé que la rédaction a créée pour un formulaire d’un autre site ; elle commence par als_.',
  'answer.Submission.state':
    'unconfirmed : l’expéditeur doit confirmer son adresse par le lien reçu par courriel ; waiting : la rédaction voit l’événement.',
  'answer.Submission.url':
    'Page sur laquelle l’expéditeur voit l’état et peut modifier ou retirer l’événement ; null tant que l’adresse n’est pas confirmée.',
  'operation.listSubmissions': 'Lister les propositions',
  'operation.listSubmissions.more':
    'Celles qui attendent ou ont une question dans l’ordre d’arrivée, les traitées de la plus récente à la plus ancienne. Les propositions dont l’expéditeur n’a pas confirmé son adresse n’y figurent pas.',
  'operation.readSubmission': 'Lire une proposition',
  'operation.decideSubmission': 'Décider d’une proposition',
  'operation.decideSubmission.more':
    'publish et draft créent l’événement avec les droits de la personne qui décide, dans la transaction qui enregistre la décision. ask, publish, draft et refuse envoient un courriel à l’expéditeur, si un serveur de courriel est configuré. Une décision ne peut pas être modifiée.',
  'operation.createSubmissionNote': 'Ajouter à une proposition une note pour la rédaction',
  'answer.ReviewedSubmission.state':
    'waiting : la rédaction doit décider ; question : l’expéditeur doit répondre ; accepted, refused et spam : traitée.',
  'answer.ReviewedSubmission.language': 'Langue dans laquelle l’événement a été proposé.',
  'answer.ReviewedSubmission.date': 'Date et heure d’arrivée dans le fuseau horaire du site.',
  'answer.ReviewedSubmission.date_utc': 'Date et heure d’arrivée en UTC.',
  'answer.ReviewedSubmission.fields': 'Les champs de l’événement, tels que POST /events les accepte.',
  'answer.ReviewedSubmission.site':
    'Nom de la clé du site qui a le formulaire ; null pour le formulaire de cet agenda.',
  'answer.ReviewedSubmission.decided':
    'Date et heure de la décision ou de la question dans le fuseau horaire du site ; null avant.',
  'answer.ReviewedSubmission.reason': 'Ce que la rédaction a écrit à l’expéditeur.',
  'answer.ReviewedSubmission.event': 'Identifiant de l’événement issu de la proposition ; null avant.',
  'answer.ReviewedSubmission.review_url':
    'Page sur laquelle la rédaction voit la proposition avec son image, et décide.',
  'answer.ReviewedSubmission.picture':
    'L’image que l’expéditeur a téléversée, jusqu’à la décision ; null s’il n’y en a pas. Seulement dans la réponse sur une proposition.',
  'answer.ReviewedSubmission.notes': 'Notes de la rédaction. Seulement dans la réponse sur une proposition.',
  'parameter.review.state': 'État des propositions à lister.',
  'parameter.review.decision': 'Ce qu’il faut faire de la proposition.',
  'parameter.review.reason':
    'Texte pour l’expéditeur : la question, le motif du refus, ou un message sur l’événement accepté. Obligatoire pour ask et refuse.',
  'parameter.review.image': 'Si l’événement reçoit l’image de la proposition.',
  'parameter.review.note': 'Texte de la note.',
  'parameter.submission.start_date': 'Début : date et heure locales.',
  'parameter.submission.end_date': 'Fin : date et heure locales.',
  'parameter.submission.all_day': 'Si l’événement dure des journées entières.',
  'parameter.submission.venue': 'Nom et ville du lieu.',
  'parameter.submission.organizer': 'Nom de l’organisateur.',
  'parameter.submission.categories': 'Identifiant d’une catégorie.',
  'parameter.submission.cost': 'Prix : un nombre ou un texte comme Gratuit.',
  'parameter.submission.image': 'Adresse d’une image que le calendrier peut montrer ; elle commence par https.',
  'parameter.submission.sender_name': 'Nom de l’expéditeur. Seule la rédaction le voit.',
  'parameter.submission.sender_email': 'Adresse électronique de l’expéditeur. Seule la rédaction la voit.',
  'parameter.submission.message': 'Message à la rédaction.',
  'parameter.submission.consent': 'true : l’expéditeur accepte que son nom et son adresse soient enregistrés.',
  'written-since':
    'Rien n’a été annulé, car certaines fiches ont été modifiées depuis ; elles figurent dans `records`.',
  'operation.group.imports': 'Les agendas importés régulièrement et les rapports de toutes les importations.',
  'operation.listSubscriptions': 'Lister les abonnements par nom',
  'operation.createSubscription': 'S’abonner à un agenda',
  'operation.readSubscription': 'Lire un abonnement',
  'operation.updateSubscription': 'Modifier un abonnement',
  'operation.deleteSubscription': 'Mettre fin à un abonnement ; ses éléments restent',
  'operation.runSubscription': 'Lire un abonnement maintenant',
  'operation.runSubscription.more':
    'Un serveur le lit en arrière-plan dans la minute. `changed_utc` et la dernière importation indiquent quand.',
  'operation.sendSubscriptionContent': 'Envoyer le contenu d’un abonnement',
  'operation.sendSubscriptionContent.more':
    'Au lieu de le télécharger, un serveur lit ce contenu en arrière-plan. Le corps peut aussi être l’agenda lui-même, de type `text/calendar`.',
  'operation.previewImport': 'Montrer ce qu’un abonnement importerait',
  'operation.previewImport.more': 'Lit une adresse ou le contenu envoyé et n’enregistre rien.',
  'operation.listImportRuns': 'Lister les importations, les plus récentes d’abord',
  'operation.importFile': 'Importer un fichier ou une adresse',
  'operation.importFile.more':
    'Le fichier est la partie `file` d’un formulaire multipart, ou tout le corps avec un type autre que JSON ; les autres champs sont alors dans la requête de l’URL. Un serveur importe en arrière-plan : lisez l’exécution et ses problèmes jusqu’à ce que `state` ne soit plus `running`. Avec `dry_run`, rien n’est écrit, et le fichier attend `/import` pendant une semaine au plus. Le même fichier une seconde fois ne change rien.',
  'operation.importDryRun': 'Importer ce qu’un essai a lu',
  'operation.importDryRun.more':
    'Avec le même fichier et les mêmes options. Une seconde requête mène à la même exécution.',
  'operation.undoImportRun': 'Annuler une importation',
  'operation.undoImportRun.more':
    'Cela se fait en arrière-plan. Les éléments créés vont à la corbeille, ou sont supprimés définitivement avec `force` ; ceux qui ont été modifiés retrouvent leurs valeurs d’avant, sauf si quelqu’un les a changés depuis. La réponse est l’exécution qui annule ; si l’importation a déjà été annulée, celle de la première fois.',
  'operation.readImportRun': 'Lire une importation',
  'operation.listImportProblems': 'Lister les problèmes d’une importation',
  'answer.runSubscription': 'L’abonnement, qui sera lu.',
  'answer.importFile': 'L’exécution demandée.',
  'answer.importDryRun': 'L’exécution qui importe.',
  'answer.undoImport': 'L’exécution qui annule.',
  'answer.sendContent': 'L’abonnement, qui sera lu.',
  'answer.previewImport': 'Les premiers événements qui seraient importés, et les problèmes.',
  'operation.undoBatch': 'Annuler toutes les écritures d’une requête',
  'operation.undoBatch.more':
    'Rétablit chaque fiche que la requête a changée ou supprimée, ou aucune. L’identifiant est le `X-Request-Id` de la réponse à la requête et le champ `batch` de ses versions.',
  'answer.undoBatch': 'Les fiches rétablies.',
  'parameter.key.batch': 'L’identifiant de la requête dont les écritures sont annulées.',
  'operation.merge': 'Fusionner une fiche avec une autre',
  'operation.merge.more':
    'Les événements de la fiche se rapportent ensuite à l’autre, ses adresses y redirigent, et elle est mise à la corbeille ; une catégorie ou un mot-clé est supprimé. Il faut au moins le rôle éditeur. Le groupe d’écritures annule la fusion.',
  'answer.merge': 'L’autre fiche.',
  'parameter.merge.into': 'Le numéro de la fiche qui reste.',
  'reason.too-many-events': '{name} : {max} événements au plus peuvent être modifiés à la fois.',
  'reason.other-record': '{name} doit être une autre fiche.',
  'operation.removeTexts': 'Supprimer les textes d’une langue',
  'operation.listEvents': 'Lister les événements',
  'operation.listEvents.more':
    'Événements qui commencent pendant une période donnée, par date de début. Sans dates : à partir d’hier, sur 24 mois. Tous les filtres se combinent.',
  'operation.createEvent': 'Créer un événement',
  'operation.createEvent.more':
    'Le lieu, les organisateurs, les séries, les catégories et les étiquettes peuvent être créés en même temps.',
  'operation.readEvent': 'Consulter un événement',
  'operation.previewRecurrence': 'Calculer les dates d’un événement répété',
  'operation.previewRecurrence.more': 'N’enregistre rien.',
  'operation.updateEvent': 'Modifier un événement',
  'operation.deleteEvent': 'Mettre un événement à la corbeille',
  'operation.readEventBySlug': 'Consulter un événement (par slug)',
  'operation.updateEventBySlug': 'Modifier un événement (par slug)',
  'operation.deleteEventBySlug': 'Mettre un événement à la corbeille (par slug)',
  'operation.listOccurrences': 'Lister les dates d’un événement répété',
  'operation.createOccurrence': 'Ajouter une date à un événement répété',
  'operation.listVenues': 'Lister les lieux, du plus récent au plus ancien',
  'operation.createVenue': 'Créer un lieu',
  'operation.readVenue': 'Consulter un lieu',
  'operation.updateVenue': 'Modifier un lieu',
  'operation.deleteVenue': 'Mettre un lieu à la corbeille',
  'operation.readVenueBySlug': 'Consulter un lieu (par slug)',
  'operation.updateVenueBySlug': 'Modifier un lieu (par slug)',
  'operation.deleteVenueBySlug': 'Mettre un lieu à la corbeille (par slug)',
  'operation.listOrganizers': 'Lister les organisateurs, du plus récent au plus ancien',
  'operation.createOrganizer': 'Créer un organisateur',
  'operation.readOrganizer': 'Consulter un organisateur',
  'operation.updateOrganizer': 'Modifier un organisateur',
  'operation.deleteOrganizer': 'Mettre un organisateur à la corbeille',
  'operation.readOrganizerBySlug': 'Consulter un organisateur (par slug)',
  'operation.updateOrganizerBySlug': 'Modifier un organisateur (par slug)',
  'operation.deleteOrganizerBySlug': 'Mettre un organisateur à la corbeille (par slug)',
  'operation.listSeries': 'Lister les séries, de la plus récente à la plus ancienne',
  'operation.createSeries': 'Créer une série',
  'operation.readSeries': 'Consulter une série',
  'operation.updateSeries': 'Modifier une série',
  'operation.deleteSeries': 'Mettre une série à la corbeille',
  'operation.readSeriesBySlug': 'Consulter une série (par slug)',
  'operation.updateSeriesBySlug': 'Modifier une série (par slug)',
  'operation.deleteSeriesBySlug': 'Mettre une série à la corbeille (par slug)',
  'operation.listCategories': 'Lister les catégories, par nom',
  'operation.createCategory': 'Créer une catégorie',
  'operation.readCategory': 'Consulter une catégorie',
  'operation.updateCategory': 'Modifier une catégorie',
  'operation.deleteCategory': 'Supprimer définitivement une catégorie',
  'operation.listTags': 'Lister les étiquettes, par nom',
  'operation.createTag': 'Créer une étiquette',
  'operation.readTag': 'Consulter une étiquette',
  'operation.updateTag': 'Modifier une étiquette',
  'operation.deleteTag': 'Supprimer définitivement une étiquette',
  'operation.listMedia': 'Lister les images, de la plus récente à la plus ancienne',
  'operation.createPicture': 'Téléverser une image',
  'operation.createPicture.more':
    'Dans la partie `file` d’un formulaire en plusieurs parties, ou directement comme corps de la requête.',
  'operation.readPicture': 'Consulter les informations d’une image',
  'operation.updatePicture': 'Modifier le titre et le texte alternatif d’une image',
  'operation.replacePicture': 'Remplacer le fichier d’une image',
  'operation.replacePicture.more':
    'Comme partie `file` d’un formulaire multipart, ou directement comme corps de la requête. L’image reçoit une nouvelle URL ; les anciennes redirigent vers elle.',
  'operation.deletePicture': 'Supprimer définitivement une image',
  'operation.readSettings': 'Consulter les réglages du site',
  'operation.updateSettings': 'Modifier les réglages du site',
  'operation.listAudit': 'Lister les entrées du journal d’audit, de la plus récente à la plus ancienne',
  'operation.listAudit.more':
    'Réservé aux administrateurs. Chaque modification a une entrée ; une importation entière n’en a qu’une. L’entrée est enregistrée dans la même transaction que la modification et ne change jamais.',
  'operation.listLanguages': 'Lister les langues du site',
  'operation.readIndex': 'Consulter l’index des routes',
  'operation.readDocument': 'Consulter ce document (OpenAPI)',
  'operation.readReference': 'Ouvrir ce document sous forme de page interactive',
  'operation.readHealth': 'Vérifier le serveur et la base de données',
  'operation.readReadiness': 'Vérifier le serveur et la base de données',
  'operation.readLiveness': 'Vérifier le serveur seul',

  'answer.list': 'Une page de la liste.',
  'answer.read': 'L’élément demandé.',
  'answer.create': 'L’élément créé, ou celui qui existait déjà.',
  'answer.update': 'L’élément après modification.',
  'answer.decide': 'La proposition après la décision.',
  'answer.addNote': 'La proposition avec ses notes.',
  'answer.replaceFile': 'L’image avec son nouveau fichier.',
  'answer.delete': 'L’élément : dans la corbeille ou, s’il est supprimé définitivement, tel qu’il était.',
  'answer.readTexts': 'Les textes, langue par langue.',
  'answer.replaceTexts': 'L’élément, dans la langue qui vient d’être écrite.',
  'answer.removeTexts': 'Les textes restants.',
  'answer.page': 'Une page web, à ouvrir dans un navigateur.',
  'answer.unchanged': 'Aucun changement depuis la réponse qui portait cet ETag.',
  'answer.total': 'Nombre d’éléments, toutes pages confondues.',
  'answer.total-pages': 'Nombre de pages.',
  'answer.pages-link': 'Liens vers la page suivante et la page précédente (RFC 8288).',
  'answer.location': 'Adresse de l’élément créé.',
  'answer.etag':
    'Étiquette d’entité de la réponse. Pour les requêtes anonymes : de ses octets, pour If-None-Match. Pour les utilisateurs connectés : la version de l’enregistrement, pour If-Match.',
  'answer.if-match':
    'Versions que l’enregistrement peut avoir, comme étiquettes d’entité telles que "7" ; sinon la requête échoue avec 412. Les étiquettes faibles ne correspondent à rien.',
  'answer.idempotency-key':
    'Une clé de votre choix, nouvelle pour chaque requête, par exemple un UUID. Si la réponse se perd, répétez la requête avec la même clé : elle est traitée une seule fois, et la requête répétée reçoit la première réponse pendant 24 heures.',
  'answer.idempotency-replayed':
    '« true » si ceci est la réponse à une requête antérieure avec la même Idempotency-Key.',
  'answer.version': 'Version de l’enregistrement : 1 s’il est nouveau, et plus élevée après chaque écriture.',
  'answer.content-language': 'Langue des textes ; pour une liste, la langue demandée.',
  'answer.ignored-parameters':
    'Noms des paramètres et champs de la requête ignorés car inconnus (liste selon la RFC 8941).',
  'answer.preference-applied': 'La préférence appliquée : handling=strict.',
  'answer.linked-picture-hosts':
    'Hôtes des images de la description que les pages n’affichent que sous forme de liens, car le réglage `picture_hosts` ne les cite pas.',
  'answer.password': 'Nom d’utilisateur et l’un de ses mots de passe d’application.',
  'answer.token': 'Un jeton de ce serveur ; il commence par alm_.',
  'answer.language': 'Langue des textes ; pour une liste, la langue demandée.',
  'answer.original_language': 'Langue dans laquelle l’élément a été créé.',
  'answer.translations': 'Les langues dans lesquelles l’élément existe, avec le slug et les adresses de chacune.',
  'answer.global_id': 'Hôte et identifiant : un nom unique, tous sites confondus.',
  'answer.author': 'Identifiant du compte propriétaire, sous forme de texte.',
  'answer.date': 'Date de publication, dans le fuseau horaire du site.',
  'answer.date_utc': 'Date de publication en UTC ; des zéros si l’élément n’a jamais été publié.',
  'answer.modified': 'Dernière modification, dans le fuseau horaire du site.',
  'answer.modified_utc': 'Dernière modification en UTC ; des zéros si l’élément n’a jamais été publié.',
  'answer.url': 'Adresse de sa page publique.',
  'answer.rest_url': 'Son adresse dans cette API.',
  'answer.next_rest_url': 'Adresse de la page suivante, s’il y en a une.',
  'answer.previous_rest_url': 'Adresse de la page précédente, s’il y en a une.',
  'answer.count': 'Nombre d’événements publiés ayant cette catégorie ou cette étiquette.',
  'answer.json_ld': 'Données liées (schema.org). Uniquement dans les réponses à la lecture d’un seul élément.',
  'answer.RecurrencePreview.dates': 'Les 20 premières dates.',
  'answer.RecurrencePreview.total': 'Nombre de dates ; null si l’événement se répète sans fin.',
  'answer.RecurrencePreview.endless': 'Si l’événement se répète sans fin.',
  'answer.recurrence_text': 'Description de la répétition, dans la langue de la requête.',
  'answer.Event.slug': 'Vide tant qu’un brouillon n’en a pas.',
  'answer.Event.image': 'L’image, ou false.',
  'answer.Event.start_date': 'Début en heure locale, dans le fuseau horaire de l’événement.',
  'answer.Event.end_date': 'Fin en heure locale, dans le fuseau horaire de l’événement.',
  'answer.Event.utc_start_date': 'Début en UTC.',
  'answer.Event.utc_end_date': 'Fin en UTC.',
  'answer.Event.timezone_abbr': 'Abréviation du fuseau horaire au moment du début.',
  'answer.Event.cost': 'Prix tel que les lecteurs le voient ; vide si rien n’est indiqué.',
  'answer.Event.website': 'Site web de l’événement ; à défaut, l’adresse de sa page publique.',
  'answer.Event.venue': 'Le lieu ; une liste vide s’il n’y en a pas, une liste s’il y en a plusieurs.',
  'answer.Event.series': 'Les séries auxquelles appartient l’événement, dans l’ordre de la requête qui les a définies.',
  'answer.Event.custom_fields': 'Toujours vide.',
  'answer.Event.offers': 'Types de billets, dans l’ordre de la requête ; price null : sur demande.',
  'answer.Event.is_free':
    'Si l’événement est gratuit, d’après ses offers, l’indication de l’auteur ou cost ; null : inconnu.',
  'answer.Event.event_status': 'Si l’événement a lieu comme annoncé.',
  'answer.Event.status_reason': 'Pourquoi il n’a pas lieu comme annoncé, en texte brut ; vide sans raison donnée.',
  'answer.Event.previous_start_date':
    'En cas de nouvelle date : le début annoncé en premier, dans le fuseau horaire de l’événement ; sinon null.',
  'answer.Event.online_url':
    'Où l’événement a lieu en ligne ; vide s’il n’y a pas lieu ou si l’URL n’est pas publique.',
  'answer.Event.virtual_video_source': 'Toujours vide.',
  'answer.Translation.outdated': 'Indique si le texte dans la langue d’origine a été modifié après celui-ci.',
  'answer.CostDetails.values': 'Les prix, par ordre croissant, ou le texte en minuscules.',
  'answer.Term.term_taxonomy_id': 'Identique à id.',
  'answer.Term.parent': 'Identifiant de la catégorie parente ; 0 s’il n’y en a pas et pour les étiquettes.',
  'answer.Category.parent': 'Identifiant de la catégorie parente ; 0 s’il n’y en a pas.',
  'answer.Series.first_start_date':
    'Début du premier événement de l’agenda public, dans le fuseau horaire de l’événement ; null s’il n’y en a pas.',
  'answer.Series.last_start_date':
    'Début du dernier événement de l’agenda public, dans le fuseau horaire de l’événement ; null s’il n’y en a pas.',
  'answer.Series.events_total': 'Nombre d’événements de la série dans l’agenda public.',
  'answer.Series.rest_url_events': 'Adresse de la liste des événements.',
  'answer.Image.filesize': 'Taille en octets.',
  'answer.Image.sizes': 'Copies plus petites, par nom ; absent si l’image est plus petite que toutes.',
  'answer.AuditEntry.user':
    'Nom de l’utilisateur au moment de la modification ; en ligne de commande, cli: suivi du nom d’utilisateur du système.',
  'answer.AuditEntry.user_id': 'Identifiant du compte ; null en ligne de commande.',
  'answer.AuditEntry.record': 'Identifiant de la fiche ; null s’il n’y en a pas.',
  'answer.AuditEntry.title': 'Titre ou nom de la fiche au moment de la modification.',
  'answer.AuditEntry.language': 'Langue des textes modifiés ; vide s’il n’y en a pas.',
  'answer.AuditEntry.fields': 'Noms des champs envoyés avec la modification ; jamais leurs valeurs.',
  'answer.AuditEntry.request_id':
    'Identifiant de la requête, comme dans l’en-tête X-Request-Id et le journal ; vide en ligne de commande.',
  'answer.AuditEntry.date': 'Date et heure de la modification, dans le fuseau horaire du site.',
  'answer.AuditEntry.date_utc': 'Date et heure de la modification, en UTC.',

  'recurrence.day': 'Tous les jours',
  'recurrence.days': 'Tous les {n} jours',
  'recurrence.weeks': 'Toutes les {n} semaines',
  'recurrence.month': 'Tous les mois',
  'recurrence.months': 'Tous les {n} mois',
  'recurrence.year': 'Tous les ans',
  'recurrence.years': 'Tous les {n} ans',
  'recurrence.workdays': 'Tous les jours du lundi au vendredi',
  'recurrence.each': 'Tous les {list}',
  'recurrence.each-names': 'lundis|mardis|mercredis|jeudis|vendredis|samedis|dimanches',
  'recurrence.on-names': 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
  'recurrence.on-weekday': 'le {weekday}',
  'recurrence.on-weekdays': '{list}',
  'recurrence.on-day': 'le {list}',
  'recurrence.on-days': 'les {list}',
  'recurrence.ordinal-day': '{day}',
  'recurrence.on-last-day': 'le dernier jour',
  'recurrence.on-place': '{list}',
  'recurrence.place': '{ordinals} {weekday}',
  'recurrence.place-of-workday': '{ordinals} jour du lundi au vendredi',
  'recurrence.ordinals': 'le premier|le deuxième|le troisième|le quatrième|le cinquième|le dernier',
  'recurrence.day-and-month': 'le {date}',
  'recurrence.on-dates': '{list}',
  'recurrence.in-months': 'en {list}',
  'recurrence.in-month': '{month}',
  'recurrence.until': ', jusqu’au {date}',
  'recurrence.times': ', {n} fois',
  'recurrence.at': 'à {list}',
  'recurrence.one-date': 'À une date',
  'recurrence.dates': 'À {n} dates',
  'recurrence.several': 'À plusieurs dates',
  'recurrence.one-more': ', et à une autre date',
  'recurrence.more': ', et à {n} autres dates',

  'feed.ics': 'Agenda (iCalendar)',
  'feed.rss': 'Actualités (RSS)',
  'feed.atom': 'Actualités (Atom)',
  'feed.json': 'Actualités (JSON Feed)',
  'feed.csv': 'Tableau (CSV)',
  'feed.jscal': 'Agenda (JSCalendar)',
  'feed.about': 'Événements de {title}',
  'feed.when': 'Quand',
  'feed.where': 'Où',
  'feed.cost': 'Prix',
  'operation.group.feeds': 'Flux d’événements auxquels s’abonner.',
  'operation.feedEventsIcs': 'Événements pour les logiciels d’agenda (iCalendar)',
  'operation.feedEventsRss': 'Prochains événements pour les lecteurs de flux (RSS)',
  'operation.feedEventsAtom': 'Prochains événements pour les lecteurs de flux (Atom)',
  'operation.feedEventsFeedJson': 'Prochains événements pour les lecteurs de flux (JSON Feed)',
  'operation.feedEventsCsv': 'Événements sous forme de tableau (CSV)',
  'operation.feedEventsJscalJson': 'Événements pour les logiciels d’agenda (JSCalendar)',
  'operation.feed.more':
    'Accepte les paramètres de la liste. Sans page ni per_page : tous les événements, par défaut depuis 30 jours ; pour RSS, Atom et JSON Feed, les 50 prochains à partir d’aujourd’hui.',
  'operation.feedOne': 'Consulter un événement, dans le format indiqué par la fin de l’adresse',
  'operation.feedSeries': 'Événements d’une série ou d’un festival, dans le format indiqué par la fin de l’adresse',
  'operation.feedSeries.more':
    'Sans start_date ni end_date : tous les événements de la série ; pour RSS, Atom et JSON Feed, les 50 prochains à partir d’aujourd’hui. Accepte les paramètres de la liste, sauf series.',
  'answer.feed': 'Le flux.',
  'answer.feedOne': 'L’événement, dans le format indiqué par la fin de l’adresse.',
  'answer.feedSeries': 'Le flux.',

  'kind.event': 'Évènement',
  'kind.venue': 'Lieu',
  'kind.organizer': 'Organisateur',
  'kind.series': 'Série',
  'kind.category': 'Catégorie',
  'kind.tag': 'Mot-clé',
  'event-status.cancelled': 'Annulé',
  'event-status.postponed': 'Reporté',
  'event-status.rescheduled': 'Nouvelle date',
  'event-status.moved_online': 'Désormais en ligne',
  'event-status.sold_out': 'Complet',
  'event-status.headline': '{word} : {title}',
  'attendance.online': 'En ligne',
  'attendance.mixed': 'Sur place et en ligne',

  'wordpress.event': 'Évènements',
  'wordpress.venue': 'Lieux',
  'wordpress.organizer': 'Organisateurs',
  'wordpress.series': 'Séries',
  'wordpress.picture': 'Médias',
  'wordpress.category': 'Catégories d’évènements',
  'wordpress.tag': 'Étiquettes',

  'import.reference': '{name} renvoie à « {value} », qui n’a pas été importé.',
  'import.language': 'Ce calendrier n’a pas la langue {value}.',
  'import.duplicate': 'La source contient plusieurs fois « {value} », avec des contenus différents.',
  'import.picture': 'L’image n’a pas pu être chargée : {value}.',
  'import.id-taken': 'L’identifiant {value} est déjà pris ; l’élément en a reçu un autre.',
  'import.changed-here': '{name} a été modifié dans ce calendrier et garde sa valeur.',
  'import.ambiguous-name': 'Plusieurs éléments s’appellent « {value} » ; le plus ancien, {id}, a été utilisé.',
  'import.author': 'Le compte « {value} » n’existe pas ; l’élément appartient au compte de l’importation.',
  'import.cells': 'La ligne a {value} cellules, mais l’en-tête en a {count}.',
  'import.columns': 'Ces colonnes sont inconnues et ont été ignorées : {value}.',
  'import.date-order':
    'Tous les jours sont inférieurs ou égaux à 12 : l’ordre du jour et du mois est incertain ; les dates ont été lues comme {value}.',
  'import.no-external-id':
    'Le fichier n’a pas de colonne d’identifiants ; les lignes sont reconnues par nom, début et lieu.',
  'import.line': 'Cette ligne est illisible et a été omise : {value}.',
  'import.zone': 'Le fuseau horaire « {value} » est inconnu ; les heures ont été lues dans {zone}.',
  'import.newer-version':
    '« {value} » figure plusieurs fois dans le calendrier ; la version la plus récente a été importée.',
  'import.end-before-start': 'La fin {value} précède le début ; le début a été repris.',
  'import.this-and-future':
    'La modification du {value}, qui vaut aussi pour toutes les dates suivantes, n’a été importée que pour cette date.',
  'import.rule': 'La règle {value} ne peut pas être enregistrée ; seule la première date a été importée.',
  'import.unreadable': 'Cet élément n’est pas valide : {value}.',
  'import.rule-as-dates':
    'La règle {value} ne peut pas être enregistrée ; ses {count} dates ont été importées une à une.',
  'import.trash': '« {value} » est dans la corbeille de la source et n’a pas été importé.',
  'import.password': 'L’événement a un mot de passe, ce qui n’existe pas ici. Il est devenu privé.',
  'import.single-event':
    'Le site n’a pas renvoyé cet événement seul : son état et son texte tel qu’il a été écrit manquent peut-être.',
  'import.shortcodes': 'Le texte contient des codes courts qui restent tels quels : {value}.',
  'import.additional-fields': 'Les champs supplémentaires n’existent pas ici ; ils n’ont pas été importés : {value}.',
  'import.page': 'Cette page d’une liste n’a pas pu être lue : {value}.',
  'import.dates-without-rule':
    'La source n’indique que les dates de cet événement, pas sa règle. {count} dates ont été importées.',
  'import.dates-left-out': '{count} autres dates de cet événement n’ont pas été importées.',
  'import.likely-translations':
    'Le site semble contenir {count} fiches en plusieurs langues sans l’indiquer. --join <fichier> les liste pour vérification.',
  'import.no-translations': 'Le site ne contient rien dans la langue {value}.',
  'import.separate-translation': '« {value} » a déjà été importé comme fiche à part, {id}. Elle reste telle quelle.',
  'import.characters': 'Des caractères qui ne peuvent pas être enregistrés ont été retirés.',
  'import.members': 'Ces éléments n’ont pas été importés : {value}.',
  'import.no-event': 'L’élément {value} n’a pas d’horaires : le membre _event manque.',
  'import.changed-since': 'L’élément a été modifié après l’importation. Cette modification reste.',
  'import.used-elsewhere': 'D’autres événements renvoient à l’élément ; il reste.',
  'import.other-source': 'Une autre source contient aussi l’élément ; il reste.',
  'import.no-version': 'La version d’avant l’importation n’est plus enregistrée ; l’élément reste tel quel.',
  'subscription.no-response': 'L’adresse ne peut pas être lue : {value}.',
  'subscription.status': 'L’adresse répond avec le statut {value}.',
  'subscription.too-large': 'La réponse dépasse {value} Mio.',
  'subscription.too-slow': 'La lecture a duré plus de {value} secondes.',
  'subscription.no-calendar': 'L’adresse ne renvoie pas d’agenda de ce type : {value}.',
  'subscription.own-calendar': 'L’adresse renvoie les événements de cet agenda, qui ne peut pas être sa propre source.',
  'subscription.empty': 'La source ne contient plus d’événements. Rien n’a été supprimé.',
  'subscription.shrunk': '{count} événements à venir sur {value} manquent dans la source. Rien n’a été supprimé.',
  'subscription.cut-off': 'La source s’arrête au milieu. Ce qui était lisible a été importé, rien n’a été supprimé.',
  'subscription.too-many':
    'La source contient plus de {value} événements. Les premiers ont été importés, rien n’a été supprimé.',
  'subscription.new-ids':
    'La source a donné de nouveaux identifiants à {count} événements. Ils ont été reconnus par leur début, leur titre et leur lieu.',
  'subscription.turned-off': 'La source est restée illisible pendant une semaine et n’est plus interrogée.',

  'llms.about': '{title} est un agenda d’événements : ce qui a lieu, quand et où, en plusieurs langues.',
  'llms.api': 'API',
  'llms.filters':
    'Les listes d’événements acceptent `start_date` et `end_date` (jours), `search`, `categories`, `tags`, `venue`, `organizer`, `series`, `featured`, `ongoing`, `geoloc_lat`, `geoloc_lng` et `geoloc_radius` (kilomètres), `page` et `per_page` (50 au plus). La lecture ne demande aucune clé d’API.',
  'llms.feeds': 'Flux',
  'llms.subscribe':
    'Les flux acceptent les mêmes paramètres que la liste des événements. Le flux d’un événement a son identifiant dans l’adresse : `/events/15.ics`.',
  'llms.pages': 'Pages',
}

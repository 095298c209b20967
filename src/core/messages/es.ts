import type { MessageKey } from './en.ts'

/** All messages for users, in Spanish. The space between a number and its unit is a no-break space (U+00A0). */
export const es: Record<MessageKey, string> = {
  rest_missing_callback_param: 'Faltan parámetros: {params}.',
  rest_invalid_param: 'Parámetros no válidos: {params}.',
  rest_invalid_json: 'El cuerpo de la solicitud no es JSON válido.',
  rest_invalid_body: 'No se pudo leer el cuerpo de la solicitud.',
  rest_taxonomy_not_hierarchical: 'Una etiqueta no puede depender de otra.',
  rest_post_invalid_page_number: 'La lista no tiene ninguna página con este número.',
  rest_cannot_create: 'No tiene permiso para crear este elemento.',
  rest_cannot_edit: 'No tiene permiso para editar este elemento.',
  rest_cannot_update: 'No tiene permiso para editar esta categoría o etiqueta.',
  rest_cannot_delete: 'No tiene permiso para eliminar este elemento.',
  rest_cannot_view: 'No tiene permiso para leer esto con context=edit.',
  rest_forbidden_context: 'No tiene permiso para leer esto con context=edit.',
  rest_read_only:
    'Aquí solo se puede leer. Los registros se escriben mediante tribe/events/v1, y los usuarios con el comando almanac users.',
  rest_no_search_term_defined: 'Ordenar por relevancia requiere el parámetro search.',
  rest_callback_invalid: 'El nombre de la función JSONP contiene caracteres no permitidos.',
  rest_upload_no_data: 'La solicitud no contiene ningún archivo.',
  rest_upload_no_content_disposition:
    'Un archivo enviado como cuerpo de la solicitud necesita la cabecera Content-Disposition con su nombre.',
  rest_upload_invalid_disposition: 'La cabecera Content-Disposition no contiene ningún nombre de archivo.',
  rest_type_invalid: 'No hay ningún tipo de contenido con este nombre.',
  rest_taxonomy_invalid: 'No hay ninguna taxonomía con este nombre.',
  rest_term_invalid: 'No hay ninguna categoría ni etiqueta con este número.',
  rest_post_invalid_id: 'No hay ningún elemento con este número.',
  rest_user_invalid_id: 'No hay ningún usuario con este número.',
  oembed_invalid_url: 'Esta dirección no es la página de un registro público de este sitio.',
  term_exists: 'Otra categoría o etiqueta ya tiene este nombre. Elija otro nombre.',
  'original-translation': 'Los textos en el idioma original de un elemento no se pueden eliminar.',
  missing_experimental_endpoint_acknowledgement:
    'Envíe el encabezado X-TEC-EEA con la frase que exige The Events Calendar; figura en la documentación de esta API.',
  tec_rest_organizers_page_not_found: 'La lista no tiene ninguna página con ese número.',
  rest_forbidden: 'No tiene permiso para realizar esta acción.',
  rest_not_logged_in: 'Se requiere autenticación. Envíe credenciales con la solicitud.',
  'forbidden.posts:create': 'Crear registros como eventos y lugares requiere al menos el rol «{needed}».',
  'forbidden.posts:publish':
    'Modificar un registro publicado, programado o privado requiere al menos el rol «{needed}». Pida el cambio a un editor.',
  'forbidden.posts:edit-others':
    'Modificar registros e imágenes de otros usuarios requiere al menos el rol «{needed}».',
  'forbidden.posts:name-author':
    'Indicar a otro usuario como autor requiere al menos el rol «{needed}». Omita «author».',
  'forbidden.categories:write': 'Crear, modificar y eliminar categorías requiere al menos el rol «{needed}».',
  'forbidden.tags:write': 'Crear, modificar y eliminar etiquetas requiere al menos el rol «{needed}».',
  'forbidden.terms:create-inline':
    'Crear categorías y etiquetas junto con un evento requiere al menos el rol «{needed}». Envíe solo categorías y etiquetas existentes.',
  'forbidden.media:upload': 'Añadir imágenes requiere al menos el rol «{needed}».',
  'forbidden.settings:write': 'Modificar los ajustes requiere al menos el rol «{needed}».',
  'forbidden.users:list': 'Consultar la lista de usuarios requiere al menos el rol «{needed}».',
  'forbidden.users:write': 'Administrar usuarios requiere al menos el rol «{needed}».',
  'forbidden.audit:read': 'Leer el registro de auditoría requiere al menos el rol «{needed}».',
  'forbidden.imports:run': 'Leer suscripciones requiere al menos el rol «{needed}».',
  'forbidden.imports:write': 'Añadir y cambiar suscripciones requiere el rol «{needed}».',
  'forbidden.submissions:review': 'Revisar propuestas requiere al menos el rol «{needed}».',
  'forbidden.role': 'Su rol es «{role}».',
  rest_invalid_token: 'Este token es desconocido, ha caducado o se ha revocado.',
  incorrect_password: 'Contraseña de aplicación incorrecta para este usuario.',
  invalid_username: 'Ningún usuario tiene este nombre.',
  'event-not-accessible': 'Este evento no es público.',
  'venue-not-accessible': 'Este lugar no es público.',
  'organizer-not-accessible': 'Este organizador no es público.',
  'series-not-accessible': 'Este ciclo no es público.',
  'event-no-longer-available': 'Este evento ya no está disponible.',
  rest_no_route: 'Ningún recurso responde en esta dirección con este método.',
  rest_invalid_namespace: 'El espacio de nombres de la dirección no es el de esta API.',
  'rest-event-not-found': 'Ningún evento tiene este identificador.',
  'event-not-found': 'No hay ningún evento en esta dirección.',
  'venue-not-found': 'No hay ningún lugar en esta dirección.',
  'organizer-not-found': 'No hay ningún organizador en esta dirección.',
  'series-not-found': 'No hay ningún ciclo en esta dirección.',
  'category-not-found': 'No hay ninguna categoría en esta dirección.',
  'tag-not-found': 'No hay ninguna etiqueta en esta dirección.',
  'picture-not-found': 'No hay ninguna imagen en esta dirección.',
  'translation-not-found': 'El elemento no tiene textos en este idioma.',
  'event-archive-page-not-found': 'La lista de eventos no tiene ninguna página con este número.',
  'venue-archive-page-not-found': 'La lista de lugares no tiene ninguna página con este número.',
  'organizer-archive-page-not-found': 'La lista de organizadores no tiene ninguna página con este número.',
  'series-archive-page-not-found': 'La lista de ciclos no tiene ninguna página con este número.',
  'event-is-in-trash': 'Este evento está en la papelera.',
  'venue-is-in-trash': 'Este lugar está en la papelera.',
  'organizer-is-in-trash': 'Este organizador está en la papelera.',
  'series-is-in-trash': 'Este ciclo está en la papelera.',
  'idempotency-key-in-use': 'Se está atendiendo una petición con esta Idempotency-Key. Repítala dentro de un segundo.',
  'idempotency-key-reused': 'Esta Idempotency-Key se usó para otra petición. Use una nueva para cada petición.',
  rest_precondition_failed:
    'El registro no tiene la versión que espera la petición. Vuelva a leerlo y repita el cambio con su versión actual.',
  rest_body_too_large: 'El cuerpo de la solicitud es demasiado grande.',
  rest_unsupported_media_type: 'El tipo de contenido del cuerpo de la solicitud no se admite.',
  rest_internal_error: 'Se ha producido un error en el servidor. Inténtelo de nuevo más tarde.',
  rest_trash_not_supported: 'Esto no pasa por la papelera; envíe force=true para eliminarlo definitivamente.',
  rest_malformed_request: 'La solicitud no es HTTP válido.',
  rest_request_timeout: 'La solicitud tardó demasiado en llegar.',
  rest_uri_too_long: 'La dirección es demasiado larga.',
  rest_too_many_requests: 'Demasiadas solicitudes. Inténtelo de nuevo más tarde.',
  rest_headers_too_large: 'Las cabeceras de la solicitud son demasiado grandes.',
  rest_too_busy: 'El servidor está saturado en este momento. Inténtelo de nuevo enseguida.',
  database_unavailable: 'La base de datos no está disponible en este momento. Inténtelo de nuevo enseguida.',

  'anonymous-organizer': 'Anónimo',
  'reason.type': '{name} no es del tipo esperado.',
  'reason.filled': '{name} debe ser un texto no vacío.',
  'reason.name': '{name} debe ser un texto de 1 a {max} caracteres.',
  'reason.text': '{name} debe ser un texto.',
  'reason.short-text': '{name} debe ser un texto de {max} caracteres como máximo.',
  'reason.boolean': '{name} debe ser true o false.',
  'reason.positive': '{name} debe ser un número entero mayor que cero.',
  'reason.number': '{name} debe ser un número entre {min} y {max}.',
  'reason.id': '{name} debe ser un identificador: un número entero mayor que cero.',
  'reason.ids': '{name} debe contener uno o más identificadores, en una lista o separados por comas.',
  'reason.unknown': '{name} no corresponde a ningún elemento existente.',
  'reason.unknown-ids': '{name} se refiere a elementos que no existen: {ids}.',
  'reason.ambiguous-name':
    '{name} es ambiguo: varios elementos se llaman «{value}». Envíe uno de los identificadores {ids}.',
  'reason.not-a-feed': '{name}: esta suscripción lee un sitio y no acepta contenido.',
  'reason.own-calendar': '{name} es una dirección de este calendario, que no puede ser su propia fuente.',
  'reason.name-in-use': '{name} ya lo usa otra fuente.',
  'reason.gone': '{name} corresponde a un elemento que se ha eliminado entretanto.',
  'reason.other-id':
    'El valor de {name} en el cuerpo de la solicitud no coincide con el identificador de la dirección.',
  'reason.idempotency-key': '{name} debe tener de 1 a 255 caracteres ASCII visibles.',
  'reason.entity-tag': '{name} debe ser *, o una o varias etiquetas de entidad como "7", con comillas.',
  'reason.choice': '{name} debe tener uno de estos valores: {choices}.',
  'reason.date': '{name} debe ser una fecha y una hora válidas, por ejemplo 2031-05-01 10:00:00.',
  'reason.currency': '{name} debe ser un código de moneda ISO 4217, como EUR, o estar vacío.',
  'reason.picture_hosts': '{name} debe ser una lista de nombres de host, como img.example o *.img.example, o solo *.',
  'reason.picture_path':
    '{name} debe ser la ruta de una imagen de este calendario, como /media/logo.png, o estar vacío.',
  'reason.background_light':
    '{name} debe ser un color claro como #f4f7fa con un contraste de al menos {min} con el negro, o estar vacío; su contraste es {ratio}.',
  'reason.background_dark':
    '{name} debe ser un color oscuro como #14171f con un contraste de al menos {min} con el blanco, o estar vacío; su contraste es {ratio}.',
  'reason.contrast':
    '{name} debe ser un color como #b8351f con un contraste de al menos 4,5 con el fondo de las páginas, o estar vacío; su contraste es {ratio}.',
  'reason.page_links':
    '{name} debe tener un enlace por línea, como es | Aviso legal | https://example.org/aviso, como máximo 30.',
  'reason.script_address': '{name} debe ser la dirección https de un script, sin consulta, o estar vacío.',
  'reason.before-start': '{name} no debe ser anterior al inicio del evento.',
  'reason.duration': '{name} difiere del tiempo entre start_date y end_date. Envíe solo duration o end_date.',
  'reason.recurrence-line': '{name}: «{value}» no es una línea que empiece por RRULE, EXRULE, RDATE o EXDATE.',
  'reason.recurrence-part': '{name}: las reglas de los eventos no tienen una parte «{value}».',
  'reason.recurrence-twice': '{name}: una regla no debe contener {value} dos veces.',
  'reason.recurrence-value': '{name}: {part} no debe ser «{value}». Permitido: {allowed}.',
  'reason.recurrence-combination': '{name}: {part} y {other} no deben estar en una misma regla.',
  'reason.recurrence-needs': '{name}: una regla con {part} debe contener también {other}.',
  'reason.recurrence-date': '{name}: «{value}» no es una fecha válida, como 2031-05-20 o 20310520T193000.',
  'reason.recurrence-before-start': '{name}: la fecha añadida {value} es anterior al inicio del evento.',
  'reason.recurrence-lines': '{name} puede contener como máximo {max} de: {lines}.',
  'reason.recurrence-never': '{name}: la regla {value} no da ninguna fecha a partir del inicio del evento.',
  'reason.recurrence-start':
    '{name}: el inicio del evento no es una de las fechas. La primera es {first}: envíela como start_date o añada el inicio como RDATE.',
  'reason.recurrence-count': '{name}: una regla con COUNT debe dar el inicio del evento. Escriba UNTIL en su lugar.',
  'reason.recurrence-occurrences': '{name}: el evento tendría más de {max} fechas.',
  'reason.recurrence-after-calendar':
    '{name}: la fecha {value} terminaría después del {last}, último día posible para las fechas de eventos repetidos.',
  'reason.recurrence-empty': '{name}: todas las fechas del evento están excluidas.',
  'reason.recurrence-excluded': '{name}: una EXRULE del evento excluye {value}. Cambie en su lugar su repetición.',
  'reason.recurrence-split': '{name}: ninguna regla da las fechas a partir del {value}. Divida en otra fecha.',
  'reason.recurrence-time':
    '{name}: a las {value}, algunas fechas del evento coincidirían o serían anteriores a su inicio. Cambie en su lugar la repetición.',
  'reason.recurrence-other-day':
    '{name}: ninguna regla mueve esta fecha a {value} y conserva todas las demás. Cambie en su lugar la repetición del evento.',
  'reason.recurrence-other-time':
    '{name}: esta fecha es a otra hora que el evento {id}. Cambie en su lugar la repetición de ese evento.',
  'reason.recurrence-work': '{name}: calcular las fechas lleva demasiado tiempo. Escriba reglas más sencillas.',
  'reason.recurrence':
    '{name} debe contener líneas que empiecen por RRULE, EXRULE, RDATE o EXDATE, como lista o como un solo texto.',
  'reason.dates':
    '{name} debe ser una lista de 1 a {max} objetos con start_date y, si la fecha no dura lo mismo que el evento, end_date.',
  'reason.date-in-list': '{name}: la fecha {number} no es válida o termina antes de empezar.',
  'reason.dates-with-different-ends':
    '{name}: dos fechas empiezan el {value}, pero terminan en momentos distintos: {other} y {end}.',
  'reason.recurrence-or-dates': 'Envíe solo uno de recurrence y dates.',
  'reason.of-repeated-event': '{name} pertenece al evento repetido {id}. Envíelo a este o con scope=all.',
  'reason.reset-overrides': 'Algunas fechas difieren del evento repetido. Para eliminarlas, envíe {name} = true.',
  'form.rules-missing': '{name}: escriba al menos una regla o elija cada cuánto se repite el evento.',
  'form.rules-beside-choice': '{name}: también hay reglas escritas. Elija «Otras reglas» o borre esas reglas.',
  'form.until-without-repetition': '{name}: el evento no se repite. Elija cada cuánto se repite o borre el día.',
  'form.until-before-start': '{name}: el día no puede ser anterior al inicio del evento.',
  'form.until-beside-end':
    '{name}: las reglas escritas ya tienen un final o ninguna puede tenerlo. Borre el día o cambie las reglas.',
  'form.reason.reset-overrides':
    'Algunas fechas difieren de las demás, y este cambio descartaría esas diferencias. Marque la casilla para guardar de todos modos.',
  'form.reason.of-repeated-event':
    '{name}: este valor es el mismo en todas las fechas. Elija «Todas las fechas» para cambiarlo.',
  'form.reason.recurrence-start':
    '{name}: las reglas no dan el inicio del evento. Su primera fecha es el {first}. Cambie el inicio o las reglas.',
  'form.reason.recurrence-split':
    'Las reglas de este evento no se pueden dividir en esta fecha. Elija «Solo esta fecha» o «Todas las fechas».',
  'form.reason.recurrence-other-day':
    '{name}: las fechas no se pueden mover así todas juntas. Elija «Solo esta fecha» o cambie el evento repetido.',
  'form.reason.recurrence-other-time':
    '{name}: esta fecha es a otra hora que las demás. Elija «Solo esta fecha» o cambie el evento repetido.',
  'reason.date-of-event': 'El evento ya tiene lugar el {value}.',
  'reason.date-was-moved': 'La fecha del {value} se trasladó al {moved}. Cambie en su lugar esa fecha: evento {id}.',
  'reason.not-repeated': 'El evento no se repite.',
  'reason.after-horizon': '{name} no puede ser posterior a {value}, hasta donde se guardan las fechas de este evento.',
  'reason.no-slug': 'Una fecha de un evento repetido no tiene {name} propio.',
  'reason.timezone': '{name} debe ser una zona horaria, como Europe/Lisbon, o un desfase, como UTC+5:30.',
  'reason.price': '{name} debe ser un precio como 12.50, con un máximo de tantos decimales como tiene la moneda.',
  'reason.phone': '{name} debe ser un número de teléfono.',
  'reason.texts_by_language': '{name} debe ser un objeto con un texto de una línea para códigos de idioma: {choices}.',
  'reason.objects': '{name} debe ser una lista de {max} objetos como máximo.',
  'reason.ages': '{name}: la edad mínima no debe superar la máxima.',
  'reason.before-from': '{name} no debe ser anterior a valid_from.',
  'reason.contradicts': '{name} contradice a {other}. Envíe solo uno de los dos.',
  'reason.postponed-with-start':
    '{name} no puede ser postponed junto con un nuevo comienzo: envíe rescheduled en su lugar.',
  'reason.new-start': '{name} debe ser un nuevo comienzo del evento cuando event_status es rescheduled.',
  'reason.reason-without-status': '{name} requiere un event_status distinto de scheduled.',
  'reason.website': '{name} debe ser una URL absoluta, por ejemplo https://example.org/.',
  'reason.email': '{name} debe ser una dirección de correo electrónico.',
  'reason.cost': '{name} debe ser un precio, una lista de precios o un texto breve.',
  'reason.status': '{name} debe ser uno de los estados que puede usar aquí: {choices}.',
  'reason.image': '{name} debe ser el identificador de una imagen o la URL de una imagen que se pueda descargar.',
  'reason.picture': '{name} debe ser una imagen (JPEG, PNG, WebP, GIF o AVIF) de 20 MiB y 50 megapíxeles como máximo.',
  'reason.image-right':
    '{name}: no puede añadir imágenes mediante una URL. Envíe el identificador de una imagen existente.',
  'reason.venue':
    '{name} debe ser el identificador de un lugar, un objeto con el nombre de un lugar o una lista de estos valores.',
  'reason.organizer':
    '{name} debe ser el identificador de un organizador, un objeto con el nombre de un organizador o una lista de estos valores.',
  'reason.series':
    '{name} debe ser el identificador de un ciclo, un objeto con el título de un ciclo o una lista de estos.',
  'reason.terms': '{name} debe contener uno o más identificadores, slugs o nombres.',
  'reason.word-map': '{name} debe contener pares de palabras como Concierto=Música, uno por línea.',
  'reason.import-file':
    '{name} debe ser un archivo que se pueda importar: una tabla (CSV), iCalendar, JSCalendar, una exportación de WordPress (XML) o de Almanac.',
  'reason.title-column':
    '{name} debe dar a una columna de la tabla el significado title, o venue u organizer en tablas de estos.',
  'reason.texts': '{name} debe ser uno o varios textos, como lista o separados por comas.',
  'reason.loop': '{name} no debe ser la propia categoría ni una de sus subcategorías.',
  'reason.taken': 'El valor de {name} ya lo usa otro elemento.',
  'reason.unknown-parameter': '{name} no es un parámetro de esta ruta.',
  'reason.misspelled-parameter': '{name} no es un parámetro de esta ruta. ¿Quería decir {nearest}?',
  'reason.login': '{name} debe tener de 1 a 60 caracteres de entre a–z, 0–9, punto, guion bajo, guion y @.',
  'reason.last-administrator': '{name}: es el último administrador. Añada antes otro.',
  'reason.password-length': '{name} debe tener de {min} a {max} caracteres.',
  'reason.password-easy': '{name} es fácil de adivinar. Son mejores varias palabras sin relación entre sí.',
  'reason.password-name': '{name} debe contener algo más que su nombre, su usuario o su dirección de correo.',
  'reason.too-many-links': '{name} puede contener como máximo {max} enlaces.',
  'reason.past': '{name} no debe estar en el pasado.',
  'reason.submitted': '{name}: este evento ya se ha enviado y espera a la redacción.',
  'reason.language': '{name} debe tener uno de estos valores: {choices}.',

  'schedule.all-day': 'Todo el día',

  'parameter.version':
    'Versión que debe tener el registro; si no, la petición falla con 412. Como la cabecera If-Match.',
  'parameter.language':
    'Idioma de los textos y mensajes; si se omite, el de la dirección o, en su defecto, el predeterminado del sitio.',
  'answer.prefer':
    'Con `handling=strict`, los parámetros y campos desconocidos son un error 400 que sugiere el nombre conocido más parecido. Sin él, se ignoran y se enumeran en `X-Ignored-Parameters`.',
  'parameter.key.id': 'Identificador del elemento.',
  'parameter.key.slug': 'Slug del elemento: la última parte de su dirección pública.',
  'parameter.key.language': 'Idioma de los textos: uno de los del sitio.',
  'parameter.namespace': 'El propio espacio de nombres. Cualquier otro valor devuelve un error 404.',
  'parameter.context': 'Se acepta para los clientes que lo envían; no tiene ningún efecto.',
  'parameter.page': 'Página de la lista, a partir de 1.',
  'parameter.force': 'Si se elimina el elemento definitivamente, aunque no esté en la papelera.',
  'parameter.run.file': 'El archivo, hasta 100 MiB.',
  'parameter.run.url': 'Dirección de un archivo, o de un sitio con The Events Calendar, si no se envía un archivo.',
  'parameter.run.type': 'Tipo del archivo; por defecto: se reconoce. `tec` lee un sitio con The Events Calendar.',
  'parameter.run.name':
    'Nombre de la fuente; por defecto: tipo y nombre del archivo. Un archivo de la misma fuente contiene versiones nuevas de los mismos registros.',
  'parameter.run.dry_run': 'Si solo se informa de lo que ocurriría.',
  'parameter.run.mapping':
    'Para tablas: el significado de las columnas según su título, como objeto o como pares como Wann=start_date; vacío para columnas que no se importan.',
  'parameter.run.kind': 'Para tablas: qué son las filas. Por defecto: se reconoce por las columnas.',
  'parameter.run.date_order': 'Para tablas: el orden de día, mes y año. Por defecto: se reconoce.',
  'parameter.run.status': 'Estado de los registros nuevos cuya fuente no indica ninguno.',
  'parameter.run.categories': 'Nombres de categorías que cada evento nuevo recibe además.',
  'parameter.run.tags': 'Nombres de etiquetas que cada evento nuevo recibe además.',
  'parameter.run.pictures': 'Si se importan las imágenes.',
  'parameter.run.timezone': 'Zona horaria de las horas sin zona; vacío: la del archivo o la del sitio.',
  'parameter.run.with_trash':
    'Si se importan las entradas de la papelera de una exportación de WordPress, en la papelera de aquí.',
  'parameter.run.keep_ids': 'Si los registros nuevos reciben los ids de la fuente, donde ningún registro los tiene.',
  'parameter.run.force': 'Si los registros creados se borran definitivamente en lugar de ir a la papelera.',
  'parameter.per_page': 'Número de elementos por página, a partir de 1. Los valores superiores a 50 cuentan como 50.',
  'parameter.fallback':
    'Indica si también se muestran, en otro idioma, los elementos sin texto en el idioma solicitado. Si se omite, se aplica el ajuste del sitio.',
  'parameter.search':
    'Palabras que se buscan, sin tener en cuenta mayúsculas ni acentos. Deben aparecer todas; las "palabras entre comillas" deben aparecer seguidas.',
  'parameter.status':
    'publish, draft, pending, private o future. Sin permiso para publicar, publish, private y future pasan a pending. Para sacar un elemento de la papelera, indique un estado.',
  'parameter.author':
    'Identificador de la cuenta propietaria. Solo los editores pueden indicar una cuenta que no sea la suya.',
  'parameter.date':
    'Fecha y hora de publicación en la zona horaria del sitio: YYYY-MM-DD HH:MM:SS. Una fecha futura programa la publicación.',
  'parameter.date_utc':
    'Fecha y hora de publicación en UTC. Solo se tienen en cuenta si no se envía el parámetro date.',
  'parameter.title': 'Título: texto sin formato, no vacío.',
  'parameter.name':
    'Nombre único (en el caso de una categoría, dentro de la misma categoría superior): texto sin formato de 1 a 200 caracteres.',
  'parameter.description':
    'Texto en HTML, o texto sin formato con una línea en blanco entre párrafos. Se eliminan los scripts y los estilos.',
  'parameter.excerpt': 'Resumen, en HTML o en texto sin formato.',
  'parameter.slug':
    'Última parte de la dirección pública. Si se omite, se forma a partir del título o del nombre; si ya está en uso, se le añade un número.',
  'parameter.image':
    'Identificador de una imagen o su URL (http o https); en este último caso, se descarga y se conserva. false quita la imagen.',
  'parameter.website': 'URL absoluta del sitio web, en caracteres ASCII. Un valor vacío la borra.',
  'parameter.phone': 'Número de teléfono, tal como se escribe habitualmente.',
  'parameter.include': 'Solo los elementos con estos identificadores, en una lista o separados por comas.',
  'parameter.exclude':
    'Todos los elementos salvo los que tienen estos identificadores, en una lista o separados por comas. El parámetro include tiene prioridad.',
  'parameter.cancelled':
    'Eventos cancelados: mark (estado cancelado; algunos calendarios los eliminan entonces), keep (solo la palabra en el título) o drop (omitidos).',
  'parameter.expand':
    'Si cada fecha de un evento repetido es una entrada propia en iCalendar y JSCalendar, en lugar de una entrada con reglas.',
  'parameter.starts_before': 'Solo los eventos que empiezan antes de esta fecha y hora.',
  'parameter.starts_after': 'Solo los eventos que empiezan después de esta fecha y hora.',
  'parameter.ends_before': 'Solo los eventos que terminan antes de esta fecha y hora.',
  'parameter.ends_after': 'Solo los eventos que terminan después de esta fecha y hora.',
  'parameter.content': 'Descripción, en HTML o en texto sin formato.',
  'parameter.featured_media': 'Identificador de la imagen; 0 para ninguna.',
  'parameter.date_gmt': 'Fecha y hora de publicación en UTC. Solo se usa si no se envía date.',
  'parameter.event.venues': 'Identificadores de los lugares. Una lista vacía los quita todos.',
  'parameter.event.organizers': 'Identificadores de los organizadores. Una lista vacía los quita todos.',
  'parameter.event.tribe_events_cat': 'Identificadores de las categorías. Una lista vacía las quita todas.',
  'parameter.event.duration': 'Segundos desde el inicio hasta el fin, en lugar de end_date.',
  'parameter.venue.state_province': 'Estado o provincia, en cualquier país.',
  'parameter.order': 'asc (ascendente) o desc (descendente).',
  'parameter.orderby': 'name, id, slug, count, description o include (el orden en que se dieron los identificadores).',
  'parameter.hide_empty': 'Indica si se excluyen los elementos sin eventos publicados.',
  'parameter.post': 'Equivale a event, para los clientes que lo conocen por este nombre.',
  'parameter.event': 'Solo los elementos vinculados al evento con este identificador.',
  'parameter.has_events':
    'yes (o true, 1): solo los que tienen eventos que usted puede leer, aunque sean pasados. Cualquier otro texto: solo los que no tienen ninguno.',
  'parameter.only_with_upcoming':
    'yes (o true, 1): solo los que tienen un evento que usted puede leer y que aún no ha empezado. Cualquier otro texto no tiene efecto.',
  'parameter.show_map': 'Indica si se muestra un mapa: yes (o true, 1); cualquier otro texto significa no.',
  'parameter.show_map_link':
    'Indica si se muestra un enlace a un mapa: yes (o true, 1); cualquier otro texto significa no.',

  'parameter.events.search':
    'Palabras que deben contener el título o la descripción, sin tener en cuenta mayúsculas ni acentos. Deben aparecer todas; las "palabras entre comillas" deben aparecer seguidas.',
  'parameter.events.start_date':
    'Los eventos deben EMPEZAR en este momento o después: un día como 2031-05-01 (su primer segundo) o una fecha con hora como 2031-05-01 18:00:00. Si se omite, el día de ayer.',
  'parameter.events.end_date':
    'Los eventos deben EMPEZAR en este momento o antes: un día (su último segundo) o una fecha con hora. Si se omite, 24 meses después de hoy, aunque start_date sea posterior.',
  'parameter.events.categories':
    'Eventos de alguna de estas categorías o de sus subcategorías: identificadores, slugs o nombres, en una lista o separados por comas.',
  'parameter.events.tags':
    'Eventos con alguna de estas etiquetas: identificadores, slugs o nombres, en una lista o separados por comas.',
  'parameter.events.venue':
    'Eventos en alguno de los lugares con estos identificadores, en una lista o separados por comas.',
  'parameter.events.organizer':
    'Eventos de alguno de los organizadores con estos identificadores, en una lista o separados por comas.',
  'parameter.events.series':
    'Eventos de alguno de los ciclos con estos identificadores, en una lista o separados por comas.',
  'parameter.events.in_series': 'true: solo los eventos de un ciclo que usted puede leer; false: solo los demás.',
  'parameter.events.featured': 'true: solo los eventos destacados; false: solo los demás.',
  'parameter.events.q':
    'Búsqueda en los textos de los eventos y en los nombres de sus lugares (también sus direcciones), organizadores, series, categorías y etiquetas. Cada palabra debe aparecer en uno de ellos. Si nada coincide, se buscan palabras parecidas.',
  'parameter.events.orderby':
    '`relevance`: primero los eventos cuyo título contiene las palabras de `q`, después los que coinciden por lugares, organizadores y series, categorías y etiquetas, y textos.',
  'parameter.events.ongoing':
    'Indica si también se listan, en primer lugar, los eventos en curso: los que empezaron antes de start_date y no han terminado o, si start_date está en el futuro, terminan después.',
  'parameter.events.include':
    'Solo los eventos con estos identificadores, en una lista o separados por comas, sean cuales sean sus fechas; por fecha de publicación, del más antiguo al más reciente.',
  'parameter.events.post_parent':
    'Solo los eventos que dependen del evento con este identificador. Como ningún evento depende de otro, la lista está vacía.',
  'parameter.events.recurring': 'true: solo fechas de eventos repetidos; false: solo los demás eventos.',
  'parameter.events.occurrences':
    'next: de cada evento repetido solo la primera fecha que coincide, con sus próximas fechas. all: cada fecha. Por defecto: next con q, si no all.',
  'parameter.events.hide_subsequent_recurrences': 'true: lo mismo que occurrences=next.',
  'parameter.events.geoloc': 'true: solo los eventos cuyo lugar tiene coordenadas; false: solo los demás.',
  'parameter.events.geoloc_lat':
    'Latitud del centro de un círculo, de -90 a 90 grados. Solo se tiene en cuenta junto con geoloc_lng.',
  'parameter.events.geoloc_lng':
    'Longitud del centro de un círculo, de -180 a 180 grados. Solo se tiene en cuenta junto con geoloc_lat.',
  'parameter.events.geoloc_radius':
    'Radio del círculo en kilómetros, hasta 20000. Si se omite, el configurado en el sitio.',
  'parameter.query.status':
    'Estados, en una lista o separados por comas, o bien any. Los lectores solo pueden pedir publish, que es también lo que obtienen si se omite.',
  'parameter.events.event_status':
    'Solo los eventos con uno de estos estados, separados por comas: scheduled, cancelled, postponed, rescheduled, moved_online.',
  'parameter.events.attendance_mode':
    'Solo los eventos con una de estas formas de asistencia, separadas por comas: offline, online, mixed.',
  'parameter.events.virtual': 'true: solo los eventos a los que se puede asistir en línea; false: solo los demás.',
  'parameter.events.is_free': 'true: solo los eventos gratuitos; false: solo los de pago.',
  'parameter.events.price_max': 'Solo los eventos cuyo precio más bajo, en la moneda del sitio, no supera este valor.',
  'parameter.events.ticketed':
    'true: solo los eventos con una URL para entradas o inscripción; false: solo los demás. `tec/v1` lo ignora.',
  'parameter.events.accessible':
    'true: solo los eventos con acceso sin escalones o para personas con movilidad reducida (códigos step_free y motor); false: solo los demás.',
  'parameter.events.evening':
    'true: solo los eventos que empiezan a las 17:00 (hora local) o más tarde; false: solo los demás, también los de todo el día.',
  'parameter.events.strict_dates':
    'true: start_date y end_date son horas exactas; false: significan días enteros. Por defecto: exactas en esta API, días enteros en la API de The Events Calendar y en los canales.',
  'parameter.venues.search':
    'Palabras que deben contener el título, la descripción u otro campo como la dirección, sin tener en cuenta mayúsculas ni acentos. Deben aparecer todas; las "palabras entre comillas" deben aparecer seguidas.',
  'parameter.organizers.search':
    'Palabras que deben contener el título, la descripción u otro campo como el correo electrónico, sin tener en cuenta mayúsculas ni acentos. Deben aparecer todas; las "palabras entre comillas" deben aparecer seguidas.',
  'parameter.categories.parent':
    'Solo las categorías situadas directamente por debajo de la que tiene este identificador; 0 para el nivel superior.',
  'parameter.categories.slug': 'Solo la categoría con este slug.',
  'parameter.tags.slug': 'Solo la etiqueta con este slug.',

  'parameter.event.start_date':
    'Inicio en hora local, en la zona horaria del evento: YYYY-MM-DD HH:MM:SS. También se aceptan otras formas habituales de escribir una fecha.',
  'parameter.event.end_date':
    'Fin en hora local, con el mismo formato que el inicio. Si es anterior a este, se toma el inicio.',
  'parameter.event.timezone':
    'Zona horaria IANA, como Europe/Lisbon, o desfase, como UTC+5:30 o UTC+5.5. Si se omite o se deja vacía, la del sitio.',
  'parameter.event.all_day':
    'Indica si el evento dura días completos: en ese caso empieza a las 00:00:00 y termina a las 23:59:59.',
  'parameter.event.cost':
    'Precio, lista de precios o texto: 10, "$10", ["10", "20"], "free". Vacío o null: no se indica ningún precio. O un objeto que, además del texto, indica la moneda: {"text": "120 kr", "currency_code": "SEK"}; currency_position (prefix, postfix) vale para un texto sin moneda.',
  'parameter.event.recurrence':
    'Cuándo se repite el evento: líneas RRULE, EXRULE, RDATE y EXDATE de la RFC 5545, como lista o como un solo texto. Las horas son horas locales del evento. Un valor vacío termina la repetición.',
  'parameter.event.dates': 'Otras fechas del evento, en lugar de recurrence: objetos con start_date y end_date.',
  'parameter.event.scope':
    'Para una fecha de un evento repetido: si la petición afecta a esta fecha (this), a esta y todas las posteriores (following) o a todas (all).',
  'parameter.event.reset_overrides': 'Si las fechas de un evento repetido pierden los valores en que difieren de él.',
  'parameter.occurrence.start_date':
    'Inicio de la nueva fecha, en hora local del evento. Un día sin hora significa la hora del evento.',
  'parameter.occurrence.end_date': 'Fin de la nueva fecha. De forma predeterminada dura lo mismo que el evento.',
  'parameter.occurrences.end_date': 'Solo fechas que empiezan a esta hora local o antes.',
  'parameter.occurrences.start_date': 'Solo fechas que empiezan a esta hora local o más tarde.',
  'parameter.event.show_map': 'Indica si se muestra un mapa.',
  'parameter.event.show_map_link': 'Indica si se muestra un enlace a un mapa.',
  'parameter.event.hide_from_listings':
    'Indica si el evento se excluye de todas las listas. Aun así se puede consultar por su identificador o su slug.',
  'parameter.event.sticky': 'Indica si los clientes deben mostrar el evento antes que los demás.',
  'parameter.event.featured': 'Indica si el evento está destacado.',
  'parameter.event.categories':
    'Categorías, por identificador, nombre o slug; cada nombre nuevo crea una categoría. Una lista vacía las quita todas.',
  'parameter.event.tags':
    'Etiquetas, por identificador, nombre o slug; cada nombre nuevo crea una etiqueta. Una lista vacía las quita todas.',
  'parameter.event.venue':
    'Identificador o nombre de un lugar, lugar nuevo con sus campos o lista de estos valores. Un nombre desconocido crea un lugar. Una lista vacía quita el lugar.',
  'parameter.event.organizer':
    'Identificadores o nombres de organizadores, organizadores nuevos con sus campos o lista de estos valores. Un nombre desconocido crea un organizador. Una lista vacía los quita todos.',
  'parameter.event.series':
    'Identificadores o títulos de ciclos, ciclos nuevos con sus campos o lista de estos valores. Un título desconocido crea un ciclo. Una lista vacía los quita todos.',
  'parameter.event.event_status':
    'Si el evento se celebra: scheduled (según lo previsto), cancelled (cancelado), postponed (aplazado, aún sin nueva fecha), rescheduled (nueva fecha, con un nuevo start_date) o moved_online (en línea). También se aceptan los nombres de schema.org.',
  'parameter.event.status_reason':
    'Por qué el evento se cancela, se aplaza o se traslada, en una línea de texto en el idioma de la petición. Un valor vacío lo elimina; scheduled lo elimina en todos los idiomas.',
  'parameter.event.sold_out': 'Si ya no quedan entradas ni plazas.',
  'parameter.event.attendance_mode':
    'Cómo se asiste: offline (en el lugar), online (en línea) o mixed (de ambas formas).',
  'parameter.event.online_url': 'URL absoluta donde el evento se celebra en línea. Un valor vacío la elimina.',
  'parameter.event.is_virtual':
    'true: el evento se celebra en línea, y también en su lugar si tiene uno; false: solo en el lugar. Es el nombre de attendance_mode en The Events Calendar.',
  'parameter.event.virtual_url': 'Como online_url, para clientes de The Events Calendar.',
  'parameter.event.virtual': 'Como is_virtual, para clientes de The Events Calendar.',
  'parameter.event.offers':
    'Tipos de entradas: nombre (name) en el idioma de la petición, precio (price; null: a consultar), moneda (currency; ISO 4217, la misma para todas; por defecto la del sitio), availability, url, valid_from y valid_until en la zona horaria del evento. Una lista vacía las elimina todas. Sin cost, cost se forma a partir de ellas.',
  'parameter.event.registration':
    'Formas de inscribirse: type link, phone o email, y value. Una lista vacía las elimina todas.',
  'parameter.event.is_free': 'Si el evento es gratuito, cuando ni offers ni cost lo dicen. null: no se indica.',
  'parameter.event.age_min': 'Edad mínima en años; null o vacío: ninguna.',
  'parameter.event.age_max': 'Edad máxima en años; null o vacío: ninguna.',
  'parameter.event.accessibility':
    'Para quién es accesible el evento: códigos de OpenAgenda, y step_free (sin escalones), sign_language (lengua de signos).',
  'parameter.event.conditions':
    'Condiciones de admisión, en una línea de texto en el idioma de la petición. Un valor vacío las elimina.',
  'parameter.venue.venue':
    'Nombre del lugar. Si un lugar existente tiene este nombre y todos los valores enviados, se devuelve en lugar de crear otro.',
  'parameter.venue.address': 'Calle y número.',
  'parameter.venue.city': 'Ciudad o localidad.',
  'parameter.venue.country': 'País.',
  'parameter.venue.province': 'Provincia, fuera de los Estados Unidos.',
  'parameter.venue.state': 'Estado, en los Estados Unidos.',
  'parameter.venue.stateprovince': 'Estado o provincia, sea cual sea el país.',
  'parameter.venue.zip': 'Código postal.',
  'parameter.venue.geo_lat': 'Latitud, de -90 a 90 grados. Un valor vacío la borra.',
  'parameter.venue.geo_lng': 'Longitud, de -180 a 180 grados. Un valor vacío la borra.',
  'parameter.organizer.organizer':
    'Nombre del organizador. Si un organizador existente tiene este nombre y todos los valores enviados, se devuelve en lugar de crear otro.',
  'parameter.organizer.email': 'Dirección de correo electrónico. Un valor vacío la borra.',
  'parameter.series.kind':
    'series: eventos que van juntos, como un ciclo de conciertos; festival: el programa de un festival. Valor de un ciclo nuevo: series.',
  'parameter.category.parent':
    'Identificador de la categoría superior. Con 0, un texto vacío o null, la categoría pasa al nivel superior.',
  'parameter.texts.slug':
    'Última parte de la dirección pública en este idioma. Si se omite, se conserva o se forma a partir del título o del nombre; si ya está en uso, se rechaza.',
  'parameter.texts.venue': 'Nombre del lugar.',
  'parameter.texts.organizer': 'Nombre del organizador.',
  'parameter.picture.file': 'La propia imagen: JPEG, PNG, GIF, WebP o AVIF, de 20 MiB como máximo.',
  'parameter.picture.title': 'Título de la imagen. Si se omite, se forma a partir del nombre del archivo.',
  'parameter.picture.alt': 'Descripción de la imagen para quienes no pueden verla.',
  'parameter.picture.caption': 'Texto que se muestra debajo de la imagen.',
  'parameter.picture.credit': 'Quién hizo la imagen; se muestra debajo de ella.',
  'parameter.picture.focus': 'La parte de la imagen que sigue visible cuando se recorta.',
  'parameter.picture.alt_texts':
    'Descripciones en otros idiomas, por código de idioma. Un idioma sin descripción tiene la del campo `alt`.',
  'parameter.settings.submissions':
    'Quién puede proponer eventos en /submit/: nadie (off), usuarios que han iniciado sesión (accounts) o cualquiera (anyone).',
  'parameter.settings.submission_days':
    'Días tras los cuales se eliminan las propuestas decididas con el nombre y la dirección del remitente, de 1 a 3650.',
  'parameter.settings.title': 'Nombre del sitio.',
  'parameter.settings.timezone': 'Zona horaria del sitio: un nombre IANA o un desfase respecto de UTC.',
  'parameter.settings.per_page':
    'Número de elementos por página de una lista cuando la solicitud no indica otro, de 1 a 50.',
  'parameter.settings.currency_symbol': 'Moneda de los precios que no indican ninguna.',
  'parameter.settings.currency_position': 'Posición de la moneda: antes del número (prefix) o después (postfix).',
  'parameter.settings.currency_code':
    'Código ISO 4217 de esta moneda, por ejemplo USD, para los buscadores; vacío: se deduce de la moneda si no es ambigua.',
  'parameter.settings.picture_hosts':
    'Hosts de los que las páginas cargan imágenes de las descripciones, por ejemplo img.example *.cdn.example; * para todos. Las imágenes de otros hosts pasan a ser enlaces.',
  'parameter.settings.picture_credits':
    'Indica si el autor y el copyright permanecen en los archivos de las imágenes cuando se eliminan todos los demás metadatos.',
  'parameter.settings.language_fallback':
    'Indica si las listas muestran, en otro idioma, los elementos que no tienen texto en el idioma solicitado.',
  'parameter.settings.list_cancelled':
    'Si las listas, las páginas y los canales incluyen los eventos cancelados cuando la petición no tiene event_status.',
  'parameter.settings.long_event_days':
    'Los eventos que duran más de este número de días se muestran aparte en las páginas: una vez, en «También en cartel».',
  'parameter.settings.geoloc_radius_km': 'Radio predeterminado de las búsquedas alrededor de un punto, en kilómetros.',
  'parameter.settings.recurrence_months':
    'Con cuántos meses de antelación se guardan las fechas de los eventos que se repiten sin fin.',
  'parameter.settings.logo':
    'Ruta de la imagen que sustituye al nombre del sitio en la cabecera de las páginas, p. ej. /media/logo.png; vacío: el nombre.',
  'parameter.settings.favicon':
    'Ruta de la imagen que los navegadores muestran junto al título de una página; vacío: el icono incluido.',
  'parameter.settings.share_picture':
    'Ruta de la imagen que muestran las vistas previas de enlaces a páginas sin imagen; vacío: ninguna.',
  'parameter.settings.accent_color':
    'Color de enlaces y botones, p. ej. #b8351f; vacío: el incluido. Su contraste con el fondo debe ser de al menos 4,5.',
  'parameter.settings.accent_color_dark': 'El mismo color para quienes prefieren páginas oscuras.',
  'parameter.settings.background_color':
    'Fondo de las páginas, p. ej. #f4f7fa; vacío: el incluido. Su contraste con el negro debe ser de al menos 18,3.',
  'parameter.settings.background_color_dark':
    'Fondo para quienes prefieren páginas oscuras, p. ej. #14171f. Su contraste con el blanco debe ser de al menos 17,6.',
  'parameter.settings.heading_font':
    'Letra de los títulos: la incluida (fraunces) o una del dispositivo con serifas (serif) o sin ellas (sans).',
  'parameter.settings.week_start': 'Primer día de la semana en los calendarios.',
  'parameter.settings.clock': 'Cómo se escriben las horas: según el uso del idioma, o con 12 o 24 horas.',
  'parameter.settings.page_language':
    'Idioma de las palabras de las páginas: el de los contenidos (content), el del navegador (browser) o uno determinado para las páginas en el idioma predeterminado. Los contenidos solo tienen textos en los idiomas del sitio.',
  'parameter.settings.default_view': 'Vista a la que lleva /events/.',
  'parameter.settings.header_links':
    'Enlaces en la cabecera de las páginas, uno por línea: idioma | texto | dirección.',
  'parameter.settings.footer_links':
    'Enlaces al pie de las páginas, como aviso legal y privacidad, uno por línea: idioma | texto | dirección.',
  'parameter.settings.extra_css': 'Reglas de CSS que siguen a la hoja de estilos de las páginas.',
  'parameter.settings.analytics_url':
    'Dirección de un script que cargan las páginas para contar visitas; vacío: ninguno. La política de seguridad de contenido solo se amplía con esta dirección.',
  'parameter.subscription.name': 'Nombre de la fuente, que ninguna otra tiene.',
  'parameter.subscription.type':
    '`ics` (iCalendar), `jscalendar` (JSCalendar), `jsonfeed` (JSON Feed con horarios) o `tec` (un sitio con The Events Calendar).',
  'parameter.subscription.url': 'Dirección del calendario; vacía si solo se envía su contenido.',
  'parameter.subscription.every_minutes': 'Pausa entre dos consultas, en minutos.',
  'parameter.subscription.active': 'Si la fuente se lee con regularidad.',
  'parameter.subscription.status': 'Estado de los eventos nuevos.',
  'parameter.subscription.categories': 'Nombres de categorías que recibe además cada evento nuevo.',
  'parameter.subscription.tags': 'Nombres de etiquetas que recibe además cada evento nuevo.',
  'parameter.subscription.match':
    'Solo eventos con una de estas palabras en el título o la descripción, separadas por comas.',
  'parameter.subscription.skip': 'Ningún evento con una de estas palabras, separadas por comas.',
  'parameter.subscription.map':
    'Categorías y etiquetas de la fuente con el nombre de la categoría o etiqueta de aquí que significan, como objeto o como pares como Concierto=Música; vacío para las que se omiten. Las demás se usan si aquí tienen el mismo nombre.',
  'parameter.subscription.window_days': 'Con cuántos días de antelación se importan los eventos.',
  'parameter.subscription.on_missing':
    'Qué ocurre con los eventos próximos que la fuente ya no contiene: `trash`, `cancel` o `keep`.',
  'parameter.subscription.pictures': 'Si se importan las imágenes.',
  'parameter.subscription.timezone': 'Zona de las horas que no la tienen; vacía: la de la fuente o del sitio.',
  'parameter.subscription.content': 'El calendario como texto.',
  'parameter.audit.after': 'Solo las entradas a partir de esta fecha, en la zona horaria del sitio.',
  'parameter.audit.before': 'Solo las entradas anteriores a esta fecha, en la zona horaria del sitio.',
  'parameter.audit.user':
    'Solo los cambios del usuario con este nombre. Los cambios desde la línea de comandos llevan cli: y el nombre de usuario del sistema.',
  'parameter.audit.action': 'Solo las entradas de esta acción.',
  'parameter.audit.collection':
    'Solo las entradas de esta colección, o settings, users, application-passwords o tokens.',
  'parameter.audit.record': 'Solo las entradas del registro con este id.',

  'reference.contents': 'Contenido',
  'reference.document': 'Documento OpenAPI',
  'reference.schemas': 'Esquemas',
  'reference.parameters': 'Parámetros',
  'reference.body': 'Cuerpo de la petición',
  'reference.responses': 'Respuestas',
  'reference.required': 'obligatorio',
  'reference.default': 'por defecto',
  'reference.example': 'ejemplo',
  'reference.anyone': 'Abierto a todos; con credenciales puede verse más.',
  'reference.account': 'Requiere credenciales: una contraseña o un token.',
  'reference.submission-key': 'Requiere la clave de un formulario en otro sitio.',
  'operation.about':
    'Eventos y todos los demás registros de un calendario, como lugares y categorías. Cualquiera puede leer lo publicado. Para escribir, envíe un nombre de usuario con una de sus contraseñas de aplicación (HTTP Basic) o un token (Bearer). El cuerpo de las solicitudes puede ser JSON o un formulario, simple o en varias partes. Los errores tienen un código, que nunca cambia, y un mensaje explicativo.',
  'operation.group.events': 'Qué ocurre, cuándo y dónde.',
  'operation.group.venues': 'Los lugares de los eventos.',
  'operation.group.organizers': 'Los organizadores de los eventos.',
  'operation.group.series': 'Los ciclos y festivales a los que pertenecen los eventos.',
  'operation.group.categories': 'Categorías de eventos, en forma de árbol.',
  'operation.group.tags': 'Palabras clave asociadas a los eventos.',
  'operation.group.media': 'Imágenes.',
  'operation.group.site': 'El sitio, sus idiomas y esta API.',
  'operation.update.more': 'POST, PUT y PATCH son equivalentes. Los campos que no se envían no cambian.',
  'operation.readTexts': 'Consultar los textos de todos los idiomas',
  'operation.replaceTexts': 'Escribir los textos de un idioma',
  'operation.replaceTexts.more':
    'Sustituye todos los textos del idioma, o lo añade. Los textos que no se envían quedan vacíos; el slug se conserva o, si no lo hay, se forma a partir del título. El resto del elemento no cambia.',
  'revision-not-found': 'Esta versión de la ficha no existe o no se puede leer.',
  'operation.listRevisions': 'Listar las versiones anteriores de una ficha',
  'operation.listRevisions.more':
    'Primero las más recientes, 50 como máximo. Cada una dice quién escribió qué campos y cuándo; el contenido de la ficha está en la propia versión.',
  'operation.readRevision': 'Leer una versión anterior de una ficha',
  'operation.readRevision.more':
    '`record` es la ficha antes de la escritura, `changes` los campos que cambió la escritura. Un texto indica el idioma en el que difiere.',
  'operation.restoreRevision': 'Restaurar una versión anterior de una ficha',
  'operation.restoreRevision.more':
    'La restauración es una nueva escritura, que se puede deshacer del mismo modo. Con `If-Match` se rechaza si la ficha se modificó desde entonces.',
  'answer.listRevisions': 'Las versiones.',
  'answer.readRevision': 'La versión.',
  'answer.restoreRevision': 'La ficha después de la escritura.',
  'parameter.key.revision': 'El número de la versión.',
  'parameter.revision.fields':
    'Nombres de los campos que se restauran, por defecto todos. El inicio, el fin y la zona horaria se restauran juntos, al igual que los precios, las entradas y las condiciones, y que el estado del evento con su motivo.',
  'batch-not-found': 'Este grupo de escrituras no existe o es demasiado antiguo para deshacerlo.',
  'subscription-not-found': 'No hay ninguna suscripción con este identificador.',
  'run-not-found': 'No hay ninguna importación con este identificador.',
  'run-not-importable':
    'Esta ejecución no se puede importar: no es un ensayo terminado sin error, o su archivo ya no existe.',
  'run-not-undoable': 'Esta importación no se puede deshacer: es un ensayo o deshace otra.',
  'submission-not-found': 'No hay ninguna propuesta con este identificador.',
  'submission-decided': 'Entretanto la propuesta se ha decidido o retirado.',
  'submission-key-invalid':
    'Esta dirección exige la clave de un formulario, como Authorization: Bearer als_…. La redacción puede crear una.',
  'submissions-off': 'En este sitio nadie puede proponer eventos.',
  'submission-origin': 'Las páginas de este origen no pueden usar la clave, o solo pueden usarla páginas.',
  'reason.consent': '{name}: el remitente debe aceptar que se guarden su nombre y su dirección.',
  'reason.origins':
    '{name} debe contener como máximo {max} orígenes como https://club.example, separados por espacios.',
  'operation.group.submissions': 'Eventos que la gente propone y su revisión por la redacción.',
  'operation.createSubmission': 'Proponer un evento',
  'operation.createSubmission.more':
    'Para formularios de otros sitios. La redacción lee cada propuesta antes de que sea un evento. Sin una clave secreta, el remitente debe confirmar la dirección con un enlace enviado por correo.',
  'answer.submission-key': 'Una clave que la redacción ha creado para un formulario de otro sitio; empieza por als_.',
  'answer.Submission.state':
    'unconfirmed: el remitente debe confirmar la dirección con el enlace enviado por correo; waiting: la redacción ve el evento.',
  'answer.Submission.url':
    'Página en la que el remitente ve el estado y puede cambiar o retirar el evento; null hasta que se confirme la dirección.',
  'operation.listSubmissions': 'Listar las propuestas',
  'operation.listSubmissions.more':
    'Las que esperan o tienen una pregunta, por orden de llegada; las decididas, primero las más recientes. No aparecen las propuestas cuyo remitente no ha confirmado su dirección.',
  'operation.readSubmission': 'Leer una propuesta',
  'operation.decideSubmission': 'Decidir sobre una propuesta',
  'operation.decideSubmission.more':
    'publish y draft crean el evento con los derechos del editor, en la misma transacción que guarda la decisión. ask, publish, draft y refuse envían un correo al remitente, si hay un servidor de correo configurado. Una decisión no se puede cambiar.',
  'operation.createSubmissionNote': 'Añadir a una propuesta una nota para la redacción',
  'answer.ReviewedSubmission.state':
    'waiting: la redacción debe decidir; question: el remitente debe responder; accepted, refused y spam: decidida.',
  'answer.ReviewedSubmission.language': 'Idioma en el que se propuso el evento.',
  'answer.ReviewedSubmission.date': 'Fecha y hora de llegada en la zona horaria del sitio.',
  'answer.ReviewedSubmission.date_utc': 'Fecha y hora de llegada en UTC.',
  'answer.ReviewedSubmission.fields': 'Los campos del evento, tal como los acepta POST /events.',
  'answer.ReviewedSubmission.site':
    'Nombre de la clave del sitio con el formulario; null en el formulario de este calendario.',
  'answer.ReviewedSubmission.decided':
    'Fecha y hora de la decisión o la pregunta en la zona horaria del sitio; antes, null.',
  'answer.ReviewedSubmission.reason': 'Lo que la redacción escribió al remitente.',
  'answer.ReviewedSubmission.event': 'Identificador del evento en que se convirtió la propuesta; antes, null.',
  'answer.ReviewedSubmission.review_url': 'Página en la que la redacción ve la propuesta con su imagen y decide.',
  'answer.ReviewedSubmission.picture':
    'La imagen que subió el remitente, hasta la decisión; null si no hay ninguna. Solo en la respuesta sobre una propuesta.',
  'answer.ReviewedSubmission.notes': 'Notas de la redacción. Solo en la respuesta sobre una propuesta.',
  'parameter.review.state': 'Estado de las propuestas que se listan.',
  'parameter.review.decision': 'Qué hacer con la propuesta.',
  'parameter.review.reason':
    'Texto para el remitente: la pregunta, el motivo del rechazo o un mensaje sobre el evento aceptado. Obligatorio con ask y refuse.',
  'parameter.review.image': 'Si el evento recibe la imagen de la propuesta.',
  'parameter.review.note': 'Texto de la nota.',
  'parameter.submission.start_date': 'Comienzo: fecha y hora locales.',
  'parameter.submission.end_date': 'Final: fecha y hora locales.',
  'parameter.submission.all_day': 'Si el evento dura días enteros.',
  'parameter.submission.venue': 'Nombre y ciudad del lugar.',
  'parameter.submission.organizer': 'Nombre del organizador.',
  'parameter.submission.categories': 'Id de una categoría.',
  'parameter.submission.cost': 'Precio: un número o un texto como Gratis.',
  'parameter.submission.image': 'Dirección de una imagen que el calendario puede mostrar; empieza por https.',
  'parameter.submission.sender_name': 'Nombre del remitente. Solo lo ve la redacción.',
  'parameter.submission.sender_email': 'Dirección de correo del remitente. Solo la ve la redacción.',
  'parameter.submission.message': 'Mensaje a la redacción.',
  'parameter.submission.consent': 'true: el remitente acepta que se guarden su nombre y su dirección.',
  'written-since':
    'No se deshizo nada, porque algunas de las fichas se modificaron desde entonces; están en `records`.',
  'operation.group.imports':
    'Los calendarios que se importan una y otra vez y los informes de todas las importaciones.',
  'operation.listSubscriptions': 'Listar las suscripciones por nombre',
  'operation.createSubscription': 'Suscribirse a un calendario',
  'operation.readSubscription': 'Leer una suscripción',
  'operation.updateSubscription': 'Cambiar una suscripción',
  'operation.deleteSubscription': 'Terminar una suscripción; sus registros se quedan',
  'operation.runSubscription': 'Leer una suscripción ahora',
  'operation.runSubscription.more':
    'Un servidor la lee en segundo plano en menos de un minuto. `changed_utc` y la última importación dicen cuándo.',
  'operation.sendSubscriptionContent': 'Enviar el contenido de una suscripción',
  'operation.sendSubscriptionContent.more':
    'En lugar de descargarlo, un servidor lee este contenido en segundo plano. El cuerpo también puede ser el propio calendario, de tipo `text/calendar`.',
  'operation.previewImport': 'Mostrar lo que importaría una suscripción',
  'operation.previewImport.more': 'Lee una dirección o el contenido enviado y no guarda nada.',
  'operation.listImportRuns': 'Listar las importaciones, primero las más recientes',
  'operation.importFile': 'Importar un archivo o una dirección',
  'operation.importFile.more':
    'El archivo es la parte `file` de un formulario multipart, o todo el cuerpo con un tipo distinto de JSON; los demás campos van entonces en la consulta. Un servidor importa en segundo plano: lea la ejecución y sus problemas hasta que `state` ya no sea `running`. Con `dry_run` no se escribe nada, y el archivo espera hasta una semana a `/import`. El mismo archivo otra vez no cambia nada.',
  'operation.importDryRun': 'Importar lo que un ensayo ha leído',
  'operation.importDryRun.more':
    'Con el mismo archivo y las mismas opciones. Una segunda petición lleva a la misma ejecución.',
  'operation.undoImportRun': 'Deshacer una importación',
  'operation.undoImportRun.more':
    'Ocurre en segundo plano. Los registros creados van a la papelera, o se borran definitivamente con `force`; los modificados recuperan sus valores anteriores, salvo que alguien los haya cambiado después. La respuesta es la ejecución que deshace; si ya se había deshecho, la de la primera vez.',
  'operation.readImportRun': 'Leer una importación',
  'operation.listImportProblems': 'Listar los problemas de una importación',
  'answer.runSubscription': 'La suscripción, que se leerá.',
  'answer.importFile': 'La ejecución pedida.',
  'answer.importDryRun': 'La ejecución que importa.',
  'answer.undoImport': 'La ejecución que deshace.',
  'answer.sendContent': 'La suscripción, que se leerá.',
  'answer.previewImport': 'Los primeros eventos que se importarían y los problemas.',
  'operation.undoBatch': 'Deshacer todas las escrituras de una petición',
  'operation.undoBatch.more':
    'Restaura cada ficha que la petición cambió o eliminó, o ninguna. El identificador es el `X-Request-Id` de la respuesta a la petición y el campo `batch` de sus versiones.',
  'answer.undoBatch': 'Las fichas restauradas.',
  'parameter.key.batch': 'El identificador de la petición cuyas escrituras se deshacen.',
  'operation.merge': 'Fusionar una ficha con otra',
  'operation.merge.more':
    'Los eventos de la ficha pasan a referirse a la otra, sus direcciones redirigen allí, y va a la papelera; una categoría o etiqueta se elimina. Requiere al menos el rol de editor. El grupo de escrituras deshace la fusión.',
  'answer.merge': 'La otra ficha.',
  'parameter.merge.into': 'El número de la ficha que queda.',
  'reason.too-many-events': '{name}: se pueden cambiar como máximo {max} eventos a la vez.',
  'reason.other-record': '{name} debe ser otra ficha.',
  'operation.removeTexts': 'Eliminar los textos de un idioma',
  'operation.listEvents': 'Listar los eventos',
  'operation.listEvents.more':
    'Eventos que empiezan dentro de un periodo determinado, por fecha de inicio. Sin fechas: desde ayer, durante 24 meses. Todos los filtros se combinan.',
  'operation.createEvent': 'Crear un evento',
  'operation.createEvent.more':
    'El lugar, los organizadores, los ciclos, las categorías y las etiquetas pueden crearse al mismo tiempo.',
  'operation.readEvent': 'Consultar un evento',
  'operation.previewRecurrence': 'Calcular las fechas de un evento que se repite',
  'operation.previewRecurrence.more': 'No guarda nada.',
  'operation.updateEvent': 'Modificar un evento',
  'operation.deleteEvent': 'Mover un evento a la papelera',
  'operation.readEventBySlug': 'Consultar un evento (por slug)',
  'operation.updateEventBySlug': 'Modificar un evento (por slug)',
  'operation.deleteEventBySlug': 'Mover un evento a la papelera (por slug)',
  'operation.listOccurrences': 'Listar las fechas de un evento repetido',
  'operation.createOccurrence': 'Añadir una fecha a un evento repetido',
  'operation.listVenues': 'Listar los lugares, del más reciente al más antiguo',
  'operation.createVenue': 'Crear un lugar',
  'operation.readVenue': 'Consultar un lugar',
  'operation.updateVenue': 'Modificar un lugar',
  'operation.deleteVenue': 'Mover un lugar a la papelera',
  'operation.readVenueBySlug': 'Consultar un lugar (por slug)',
  'operation.updateVenueBySlug': 'Modificar un lugar (por slug)',
  'operation.deleteVenueBySlug': 'Mover un lugar a la papelera (por slug)',
  'operation.listOrganizers': 'Listar los organizadores, del más reciente al más antiguo',
  'operation.createOrganizer': 'Crear un organizador',
  'operation.readOrganizer': 'Consultar un organizador',
  'operation.updateOrganizer': 'Modificar un organizador',
  'operation.deleteOrganizer': 'Mover un organizador a la papelera',
  'operation.readOrganizerBySlug': 'Consultar un organizador (por slug)',
  'operation.updateOrganizerBySlug': 'Modificar un organizador (por slug)',
  'operation.deleteOrganizerBySlug': 'Mover un organizador a la papelera (por slug)',
  'operation.listSeries': 'Listar los ciclos, del más reciente al más antiguo',
  'operation.createSeries': 'Crear un ciclo',
  'operation.readSeries': 'Consultar un ciclo',
  'operation.updateSeries': 'Modificar un ciclo',
  'operation.deleteSeries': 'Mover un ciclo a la papelera',
  'operation.readSeriesBySlug': 'Consultar un ciclo (por slug)',
  'operation.updateSeriesBySlug': 'Modificar un ciclo (por slug)',
  'operation.deleteSeriesBySlug': 'Mover un ciclo a la papelera (por slug)',
  'operation.listCategories': 'Listar las categorías, por nombre',
  'operation.createCategory': 'Crear una categoría',
  'operation.readCategory': 'Consultar una categoría',
  'operation.updateCategory': 'Modificar una categoría',
  'operation.deleteCategory': 'Eliminar definitivamente una categoría',
  'operation.listTags': 'Listar las etiquetas, por nombre',
  'operation.createTag': 'Crear una etiqueta',
  'operation.readTag': 'Consultar una etiqueta',
  'operation.updateTag': 'Modificar una etiqueta',
  'operation.deleteTag': 'Eliminar definitivamente una etiqueta',
  'operation.listMedia': 'Listar las imágenes, de la más reciente a la más antigua',
  'operation.createPicture': 'Subir una imagen',
  'operation.createPicture.more':
    'En la parte `file` de un formulario en varias partes o directamente como cuerpo de la solicitud.',
  'operation.readPicture': 'Consultar los datos de una imagen',
  'operation.updatePicture': 'Modificar el título y el texto alternativo de una imagen',
  'operation.replacePicture': 'Sustituir el archivo de una imagen',
  'operation.replacePicture.more':
    'Como parte `file` de un formulario multipart o directamente como cuerpo de la petición. La imagen recibe una URL nueva; las anteriores redirigen a ella.',
  'operation.deletePicture': 'Eliminar definitivamente una imagen',
  'operation.readSettings': 'Consultar los ajustes del sitio',
  'operation.updateSettings': 'Modificar los ajustes del sitio',
  'operation.listAudit': 'Listar las entradas del registro de auditoría, de la más reciente a la más antigua',
  'operation.listAudit.more':
    'Solo para administradores. Cada cambio tiene una entrada, y una importación entera tiene una sola. La entrada se guarda en la misma transacción que el cambio y nunca se modifica.',
  'operation.listLanguages': 'Listar los idiomas del sitio',
  'operation.readIndex': 'Consultar el índice de rutas',
  'operation.readDocument': 'Consultar este documento (OpenAPI)',
  'operation.readReference': 'Abrir este documento como página interactiva',
  'operation.readHealth': 'Comprobar el servidor y la base de datos',
  'operation.readReadiness': 'Comprobar el servidor y la base de datos',
  'operation.readLiveness': 'Comprobar solo el servidor',

  'answer.list': 'Una página de la lista.',
  'answer.read': 'El elemento solicitado.',
  'answer.create': 'El elemento creado, o el que ya existía.',
  'answer.update': 'El elemento tras la modificación.',
  'answer.decide': 'La propuesta después de la decisión.',
  'answer.addNote': 'La propuesta con sus notas.',
  'answer.replaceFile': 'La imagen con su nuevo archivo.',
  'answer.delete': 'El elemento: en la papelera o, si se ha eliminado definitivamente, tal como era.',
  'answer.readTexts': 'Los textos, idioma por idioma.',
  'answer.replaceTexts': 'El elemento, en el idioma que se ha escrito.',
  'answer.removeTexts': 'Los textos que quedan.',
  'answer.page': 'Una página web para abrir en el navegador.',
  'answer.unchanged': 'Sin cambios desde la respuesta que llevaba este ETag.',
  'answer.total': 'Número de elementos en todas las páginas.',
  'answer.total-pages': 'Número de páginas.',
  'answer.pages-link': 'Enlaces a la página siguiente y a la anterior (RFC 8288).',
  'answer.location': 'Dirección del elemento creado.',
  'answer.etag':
    'Etiqueta de entidad de la respuesta. Para peticiones anónimas: de sus bytes, para If-None-Match. Para usuarios identificados: la versión del registro, para If-Match.',
  'answer.if-match':
    'Versiones que puede tener el registro, como etiquetas de entidad, por ejemplo "7"; si no, la petición falla con 412. Las etiquetas débiles no coinciden con nada.',
  'answer.idempotency-key':
    'Una clave de su elección, nueva para cada petición, por ejemplo un UUID. Si se pierde la respuesta, repita la petición con la misma clave: se atiende una sola vez, y la petición repetida recibe la primera respuesta durante 24 horas.',
  'answer.idempotency-replayed': '«true» si esta es la respuesta a una petición anterior con la misma Idempotency-Key.',
  'answer.version': 'Versión del registro: 1 si es nuevo, y mayor después de cada escritura.',
  'answer.content-language': 'Idioma de los textos; en las listas, el solicitado.',
  'answer.ignored-parameters':
    'Nombres de los parámetros y campos de la solicitud que se ignoraron por ser desconocidos (lista según RFC 8941).',
  'answer.preference-applied': 'La preferencia aplicada: handling=strict.',
  'answer.linked-picture-hosts':
    'Servidores de las imágenes de la descripción que las páginas muestran solo como enlaces, porque el ajuste `picture_hosts` no los incluye.',
  'answer.password': 'Nombre de usuario y una de sus contraseñas de aplicación.',
  'answer.token': 'Un token de este servidor; empieza por alm_.',
  'answer.language': 'Idioma de los textos; en las listas, el solicitado.',
  'answer.original_language': 'Idioma en el que se creó el elemento.',
  'answer.translations': 'Los idiomas en los que existe el elemento, con el slug y las direcciones de cada uno.',
  'answer.global_id': 'Host e identificador: un nombre único entre todos los sitios.',
  'answer.author': 'Identificador de la cuenta propietaria, como texto.',
  'answer.date': 'Fecha de publicación, en la zona horaria del sitio.',
  'answer.date_utc': 'Fecha de publicación en UTC; ceros si nunca se ha publicado.',
  'answer.modified': 'Última modificación, en la zona horaria del sitio.',
  'answer.modified_utc': 'Última modificación en UTC; ceros si nunca se ha publicado.',
  'answer.url': 'Dirección de su página pública.',
  'answer.rest_url': 'Su dirección en esta API.',
  'answer.next_rest_url': 'Dirección de la página siguiente, si la hay.',
  'answer.previous_rest_url': 'Dirección de la página anterior, si la hay.',
  'answer.count': 'Número de eventos publicados con esta categoría o etiqueta.',
  'answer.json_ld': 'Datos enlazados (schema.org). Solo en las respuestas a la lectura de un único elemento.',
  'answer.RecurrencePreview.dates': 'Las 20 primeras fechas.',
  'answer.RecurrencePreview.total': 'Número de fechas; null si el evento se repite sin fin.',
  'answer.RecurrencePreview.endless': 'Si el evento se repite sin fin.',
  'answer.recurrence_text': 'Descripción de la repetición, en el idioma de la petición.',
  'answer.Event.slug': 'Vacío mientras un borrador no tenga ninguno.',
  'answer.Event.image': 'La imagen, o false.',
  'answer.Event.start_date': 'Inicio en hora local, en la zona horaria del evento.',
  'answer.Event.end_date': 'Fin en hora local, en la zona horaria del evento.',
  'answer.Event.utc_start_date': 'Inicio en UTC.',
  'answer.Event.utc_end_date': 'Fin en UTC.',
  'answer.Event.timezone_abbr': 'Abreviatura de la zona horaria en el momento del inicio.',
  'answer.Event.cost': 'Precio tal como lo ven los lectores; vacío si no se indica nada.',
  'answer.Event.website': 'Sitio web del evento o, si no tiene, la dirección de su página pública.',
  'answer.Event.venue': 'El lugar; una lista vacía si no hay ninguno, una lista si hay varios.',
  'answer.Event.series': 'Los ciclos a los que pertenece el evento, en el orden de la solicitud que los fijó.',
  'answer.Event.custom_fields': 'Siempre vacío.',
  'answer.Event.offers': 'Tipos de entradas, en el orden de la petición; price null: a consultar.',
  'answer.Event.is_free':
    'Si el evento es gratuito, según sus offers, la indicación del autor o cost; null: no se sabe.',
  'answer.Event.event_status': 'Si el evento se celebra como se anunció.',
  'answer.Event.status_reason': 'Por qué no, como texto sin formato; vacío si no se da un motivo.',
  'answer.Event.previous_start_date':
    'De un evento con nueva fecha: el comienzo anunciado primero, en la zona horaria del evento; si no, null.',
  'answer.Event.online_url':
    'Dónde se celebra el evento en línea; vacío si no se celebra en línea o si la URL no es pública.',
  'answer.Event.virtual_video_source': 'Siempre vacío.',
  'answer.Translation.outdated': 'Indica si el texto en el idioma original se modificó después de este.',
  'answer.CostDetails.values': 'Los precios, de menor a mayor, o el texto en minúsculas.',
  'answer.Term.term_taxonomy_id': 'Igual que id.',
  'answer.Term.parent': 'Identificador de la categoría superior; 0 si no hay ninguna y para las etiquetas.',
  'answer.Category.parent': 'Identificador de la categoría superior; 0 si no hay ninguna.',
  'answer.Series.first_start_date':
    'Inicio del primer evento del calendario público, en la zona horaria del evento; null si no hay ninguno.',
  'answer.Series.last_start_date':
    'Inicio del último evento del calendario público, en la zona horaria del evento; null si no hay ninguno.',
  'answer.Series.events_total': 'Número de eventos del ciclo en el calendario público.',
  'answer.Series.rest_url_events': 'Dirección de la lista de los eventos.',
  'answer.Image.filesize': 'Tamaño en bytes.',
  'answer.Image.sizes': 'Copias más pequeñas, por nombre; ausente si la imagen es menor que todas ellas.',
  'answer.AuditEntry.user':
    'Nombre del usuario en el momento del cambio; en la línea de comandos, cli: y el nombre de usuario del sistema.',
  'answer.AuditEntry.user_id': 'Id de la cuenta; null en la línea de comandos.',
  'answer.AuditEntry.record': 'Id del registro; null donde no lo hay.',
  'answer.AuditEntry.title': 'Título o nombre del registro en el momento del cambio.',
  'answer.AuditEntry.language': 'Idioma de los textos modificados; vacío si no los hay.',
  'answer.AuditEntry.fields': 'Nombres de los campos enviados con el cambio; nunca sus valores.',
  'answer.AuditEntry.request_id':
    'Id de la solicitud, como en la cabecera X-Request-Id y en el registro de actividad; vacío en la línea de comandos.',
  'answer.AuditEntry.date': 'Fecha y hora del cambio, en la zona horaria del sitio.',
  'answer.AuditEntry.date_utc': 'Fecha y hora del cambio, en UTC.',

  'recurrence.day': 'Todos los días',
  'recurrence.days': 'Cada {n} días',
  'recurrence.weeks': 'Cada {n} semanas',
  'recurrence.month': 'Todos los meses',
  'recurrence.months': 'Cada {n} meses',
  'recurrence.year': 'Todos los años',
  'recurrence.years': 'Cada {n} años',
  'recurrence.workdays': 'Todos los días de lunes a viernes',
  'recurrence.each': 'Todos los {list}',
  'recurrence.each-names': 'lunes|martes|miércoles|jueves|viernes|sábados|domingos',
  'recurrence.on-names': 'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  'recurrence.on-weekday': 'el {weekday}',
  'recurrence.on-weekdays': '{list}',
  'recurrence.on-day': 'el día {list}',
  'recurrence.on-days': 'los días {list}',
  'recurrence.ordinal-day': '{day}',
  'recurrence.on-last-day': 'el último día',
  'recurrence.on-place': '{list}',
  'recurrence.place': '{ordinals} {weekday}',
  'recurrence.place-of-workday': '{ordinals} día de lunes a viernes',
  'recurrence.ordinals': 'el primer|el segundo|el tercer|el cuarto|el quinto|el último',
  'recurrence.day-and-month': 'el {date}',
  'recurrence.on-dates': '{list}',
  'recurrence.in-months': 'de {list}',
  'recurrence.in-month': '{month}',
  'recurrence.until': ', hasta el {date}',
  'recurrence.times': ', {n} veces',
  'recurrence.at': 'a las {list}',
  'recurrence.one-date': 'En una fecha',
  'recurrence.dates': 'En {n} fechas',
  'recurrence.several': 'En varias fechas',
  'recurrence.one-more': ', y en una fecha más',
  'recurrence.more': ', y en {n} fechas más',

  'feed.ics': 'Calendario (iCalendar)',
  'feed.rss': 'Novedades (RSS)',
  'feed.atom': 'Novedades (Atom)',
  'feed.json': 'Novedades (JSON Feed)',
  'feed.csv': 'Tabla (CSV)',
  'feed.jscal': 'Calendario (JSCalendar)',
  'feed.about': 'Eventos de {title}',
  'feed.when': 'Cuándo',
  'feed.where': 'Dónde',
  'feed.cost': 'Precio',
  'operation.group.feeds': 'Canales de eventos a los que suscribirse.',
  'operation.feedEventsIcs': 'Eventos para programas de calendario (iCalendar)',
  'operation.feedEventsRss': 'Próximos eventos para lectores de noticias (RSS)',
  'operation.feedEventsAtom': 'Próximos eventos para lectores de noticias (Atom)',
  'operation.feedEventsFeedJson': 'Próximos eventos para lectores de noticias (JSON Feed)',
  'operation.feedEventsCsv': 'Eventos como tabla (CSV)',
  'operation.feedEventsJscalJson': 'Eventos para programas de calendario (JSCalendar)',
  'operation.feed.more':
    'Admite los parámetros de la lista. Sin page ni per_page: todos los eventos, por defecto desde hace 30 días; en RSS, Atom y JSON Feed, los 50 próximos desde hoy.',
  'operation.feedOne': 'Consultar un evento, en el formato en que termina la dirección',
  'operation.feedSeries': 'Eventos de una serie o festival, en el formato en que termina la dirección',
  'operation.feedSeries.more':
    'Sin start_date ni end_date: todos los eventos de la serie; en RSS, Atom y JSON Feed, los 50 próximos desde hoy. Admite los parámetros de la lista, salvo series.',
  'answer.feed': 'El canal.',
  'answer.feedOne': 'El evento, en el formato en que termina la dirección.',
  'answer.feedSeries': 'El canal.',

  'kind.event': 'Evento',
  'kind.venue': 'Lugar',
  'kind.organizer': 'Organizador',
  'kind.series': 'Ciclo',
  'kind.category': 'Categoría',
  'kind.tag': 'Etiqueta',
  'event-status.cancelled': 'Cancelado',
  'event-status.postponed': 'Aplazado',
  'event-status.rescheduled': 'Nueva fecha',
  'event-status.moved_online': 'Ahora en línea',
  'event-status.sold_out': 'Agotado',
  'event-status.headline': '{word}: {title}',
  'attendance.online': 'En línea',
  'attendance.mixed': 'Presencial y en línea',

  'wordpress.event': 'Eventos',
  'wordpress.venue': 'Lugares',
  'wordpress.organizer': 'Organizadores',
  'wordpress.series': 'Ciclos',
  'wordpress.picture': 'Medios',
  'wordpress.category': 'Categorías de eventos',
  'wordpress.tag': 'Etiquetas',

  'import.reference': '{name} remite a «{value}», que no se ha importado.',
  'import.language': 'Este calendario no tiene el idioma {value}.',
  'import.duplicate': 'La fuente contiene «{value}» varias veces, con contenidos distintos.',
  'import.picture': 'No se ha podido cargar la imagen: {value}.',
  'import.id-taken': 'El id {value} ya está en uso; el registro ha recibido otro.',
  'import.changed-here': '{name} se ha cambiado en este calendario y conserva su valor.',
  'import.ambiguous-name': 'Varios elementos se llaman «{value}»; se ha usado el más antiguo, {id}.',
  'import.author': 'No existe la cuenta «{value}»; el registro pertenece a la cuenta de la importación.',
  'import.cells': 'La fila tiene {value} celdas, pero la cabecera tiene {count}.',
  'import.columns': 'Estas columnas son desconocidas y se han ignorado: {value}.',
  'import.date-order':
    'Todos los días son 12 o menos, así que el orden de día y mes es incierto; las fechas se han leído como {value}.',
  'import.no-external-id': 'El archivo no tiene columna de ids; las filas se reconocen por nombre, inicio y lugar.',
  'import.line': 'Esta línea no se puede leer y se ha omitido: {value}.',
  'import.zone': 'La zona horaria «{value}» es desconocida; las horas se han leído en {zone}.',
  'import.newer-version': '«{value}» está varias veces en el calendario; se ha importado la versión más reciente.',
  'import.end-before-start': 'El fin {value} es anterior al inicio; se ha tomado el inicio.',
  'import.this-and-future':
    'El cambio del {value}, que vale también para todas las fechas posteriores, se ha importado solo para esa fecha.',
  'import.rule': 'La regla {value} no se puede guardar; solo se ha importado la primera fecha.',
  'import.unreadable': 'Este registro no es válido: {value}.',
  'import.rule-as-dates': 'La regla {value} no se puede guardar; sus {count} fechas se importaron una por una.',
  'import.trash': '«{value}» está en la papelera de la fuente y no se importó.',
  'import.password': 'El evento tiene una contraseña, lo que no existe aquí. Ahora es privado.',
  'import.single-event':
    'El sitio no ha devuelto este evento por separado: quizá falten su estado y su texto tal como se escribió.',
  'import.shortcodes': 'El texto contiene códigos cortos que quedan sin cambios: {value}.',
  'import.additional-fields': 'Aquí no existen campos adicionales; no se importaron: {value}.',
  'import.page': 'No se pudo leer esta página de una lista: {value}.',
  'import.dates-without-rule':
    'La fuente solo indica las fechas de este evento, no su regla. Se importaron {count} fechas.',
  'import.dates-left-out': 'No se importaron {count} fechas más de este evento.',
  'import.likely-translations':
    'El sitio parece contener {count} registros en varios idiomas sin indicarlo. --join <archivo> los lista para revisarlos.',
  'import.no-translations': 'El sitio no contiene nada en el idioma {value}.',
  'import.separate-translation': '«{value}» ya se importó antes como registro propio, {id}. Se conserva.',
  'import.characters': 'Se quitaron caracteres que no se pueden guardar.',
  'import.members': 'Estas partes no se importaron: {value}.',
  'import.no-event': 'El elemento {value} no tiene horas: falta el miembro _event.',
  'import.changed-since': 'El registro se modificó después de la importación. Ese cambio se conserva.',
  'import.used-elsewhere': 'Otros eventos remiten al registro, así que se conserva.',
  'import.other-source': 'Otra fuente también contiene el registro, así que se conserva.',
  'import.no-version': 'La versión anterior a la importación ya no está guardada; el registro queda como está.',
  'subscription.no-response': 'No se puede leer la dirección: {value}.',
  'subscription.status': 'La dirección responde con el estado {value}.',
  'subscription.too-large': 'La respuesta supera {value} MiB.',
  'subscription.too-slow': 'La lectura duró más de {value} segundos.',
  'subscription.no-calendar': 'La dirección no devuelve un calendario de este tipo: {value}.',
  'subscription.own-calendar':
    'La dirección devuelve los eventos de este calendario, que no puede ser su propia fuente.',
  'subscription.empty': 'La fuente ya no contiene eventos. No se eliminó nada.',
  'subscription.shrunk': 'Faltan en la fuente {count} de {value} eventos próximos. No se eliminó nada.',
  'subscription.cut-off': 'La fuente termina a la mitad. Se importó lo legible y no se eliminó nada.',
  'subscription.too-many': 'La fuente tiene más de {value} eventos. Se importaron los primeros y no se eliminó nada.',
  'subscription.new-ids':
    'La fuente ha dado nuevos identificadores a {count} eventos. Se reconocieron por inicio, título y lugar.',
  'subscription.turned-off': 'La fuente no se pudo leer durante una semana y ya no se consulta.',

  'llms.about': '{title} es un calendario de eventos: qué ocurre, cuándo y dónde, en varios idiomas.',
  'llms.api': 'API',
  'llms.filters':
    'Las listas de eventos admiten `start_date` y `end_date` (días), `search`, `categories`, `tags`, `venue`, `organizer`, `series`, `featured`, `ongoing`, `geoloc_lat`, `geoloc_lng` y `geoloc_radius` (kilómetros), `page` y `per_page` (50 como máximo). Leer no requiere ninguna clave de API.',
  'llms.feeds': 'Canales',
  'llms.subscribe':
    'Los canales admiten los mismos parámetros que la lista de eventos. El canal de un evento lleva su id en la dirección: `/events/15.ics`.',
  'llms.pages': 'Páginas',
}

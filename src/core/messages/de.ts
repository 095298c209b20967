import type { MessageKey } from './en.ts'

/** All messages for users, in German, in the order of `en.ts`. */
export const de: Record<MessageKey, string> = {
  rest_missing_callback_param: 'Fehlende Parameter: {params}.',
  rest_invalid_param: 'Ungültige Parameter: {params}.',
  rest_invalid_json: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  rest_invalid_body: 'Der Inhalt der Anfrage ist nicht lesbar.',
  rest_taxonomy_not_hierarchical: 'Ein Schlagwort kann keinem anderen untergeordnet werden.',
  rest_post_invalid_page_number: 'Die Liste hat keine Seite mit dieser Nummer.',
  rest_cannot_create: 'Zum Anlegen fehlt die Berechtigung.',
  rest_cannot_edit: 'Zum Bearbeiten fehlt die Berechtigung.',
  rest_cannot_update: 'Zum Bearbeiten dieser Kategorie oder dieses Schlagworts fehlt die Berechtigung.',
  rest_cannot_delete: 'Zum Löschen fehlt die Berechtigung.',
  rest_cannot_view: 'Zum Lesen mit context=edit fehlt die Berechtigung.',
  rest_forbidden_context: 'Zum Lesen mit context=edit fehlt die Berechtigung.',
  rest_read_only:
    'Hier ist nur Lesen möglich. Einträge werden über tribe/events/v1 geschrieben, Konten mit dem Befehl almanac users.',
  rest_no_search_term_defined: 'Das Sortieren nach Relevanz erfordert den Parameter search.',
  rest_callback_invalid: 'Der Name der JSONP-Funktion enthält unzulässige Zeichen.',
  rest_upload_no_data: 'Die Anfrage enthält keine Datei.',
  rest_upload_no_content_disposition:
    'Eine Datei als Inhalt der Anfrage braucht die Kopfzeile Content-Disposition mit ihrem Namen.',
  rest_upload_invalid_disposition: 'Die Kopfzeile Content-Disposition enthält keinen Dateinamen.',
  rest_type_invalid: 'Es gibt keinen Beitragstyp mit diesem Namen.',
  rest_taxonomy_invalid: 'Es gibt keine Taxonomie mit diesem Namen.',
  rest_term_invalid: 'Es gibt keine Kategorie und kein Schlagwort mit dieser Nummer.',
  rest_post_invalid_id: 'Es gibt keinen Eintrag mit dieser Nummer.',
  rest_user_invalid_id: 'Es gibt kein Konto mit dieser Nummer.',
  oembed_invalid_url: 'Diese Adresse ist nicht die Seite eines öffentlichen Eintrags dieser Website.',
  term_exists: 'Dieser Name ist bereits vergeben. Bitte einen anderen wählen.',
  'original-translation': 'Die Texte in der Originalsprache eines Eintrags können nicht entfernt werden.',
  missing_experimental_endpoint_acknowledgement:
    'Senden Sie die Kopfzeile X-TEC-EEA mit dem Satz, den The Events Calendar verlangt; er steht in der Dokumentation dieser API.',
  tec_rest_organizers_page_not_found: 'Die Liste hat keine Seite mit dieser Nummer.',
  rest_forbidden: 'Dafür fehlt die Berechtigung.',
  rest_not_logged_in: 'Dafür ist eine Anmeldung erforderlich. Bitte Zugangsdaten mitsenden.',
  'forbidden.posts:create':
    'Das Anlegen von Einträgen wie Veranstaltungen und Orten erfordert mindestens die Rolle „{needed}“.',
  'forbidden.posts:publish':
    'Das Ändern eines veröffentlichten, geplanten oder privaten Eintrags erfordert mindestens die Rolle „{needed}“. Ein Redakteur (editor) kann ihn ändern.',
  'forbidden.posts:edit-others':
    'Das Ändern von Einträgen und Bildern anderer Benutzer erfordert mindestens die Rolle „{needed}“.',
  'forbidden.posts:name-author':
    'Das Eintragen eines anderen Benutzers als Autor erfordert mindestens die Rolle „{needed}“. Bitte „author“ weglassen.',
  'forbidden.categories:write':
    'Das Anlegen, Ändern und Löschen von Kategorien erfordert mindestens die Rolle „{needed}“.',
  'forbidden.tags:write':
    'Das Anlegen, Ändern und Löschen von Schlagwörtern erfordert mindestens die Rolle „{needed}“.',
  'forbidden.terms:create-inline':
    'Das Anlegen von Kategorien und Schlagwörtern zusammen mit einer Veranstaltung erfordert mindestens die Rolle „{needed}“. Bitte nur vorhandene Kategorien und Schlagwörter senden.',
  'forbidden.media:upload': 'Das Hinzufügen von Bildern erfordert mindestens die Rolle „{needed}“.',
  'forbidden.settings:write': 'Das Ändern der Einstellungen erfordert mindestens die Rolle „{needed}“.',
  'forbidden.users:list': 'Das Auflisten der Benutzer erfordert mindestens die Rolle „{needed}“.',
  'forbidden.users:write': 'Das Verwalten von Benutzern erfordert mindestens die Rolle „{needed}“.',
  'forbidden.audit:read': 'Das Lesen des Audit-Protokolls erfordert mindestens die Rolle „{needed}“.',
  'forbidden.imports:run': 'Abonnements zu lesen erfordert mindestens die Rolle „{needed}“.',
  'forbidden.imports:write': 'Abonnements anzulegen und zu ändern erfordert die Rolle „{needed}“.',
  'forbidden.submissions:review': 'Einsendungen zu prüfen erfordert mindestens die Rolle „{needed}“.',
  'forbidden.role': 'Ihre Rolle ist „{role}“.',
  rest_invalid_token: 'Dieses Token ist unbekannt, abgelaufen oder widerrufen.',
  incorrect_password: 'Das ist kein Anwendungspasswort dieses Kontos.',
  invalid_username: 'Es gibt kein Konto mit diesem Benutzernamen.',
  'event-not-accessible': 'Diese Veranstaltung ist nicht öffentlich.',
  'venue-not-accessible': 'Dieser Veranstaltungsort ist nicht öffentlich.',
  'organizer-not-accessible': 'Dieser Veranstalter ist nicht öffentlich.',
  'series-not-accessible': 'Diese Reihe ist nicht öffentlich.',
  'event-no-longer-available': 'Diese Veranstaltung ist nicht mehr verfügbar.',
  rest_no_route: 'Diese Adresse gibt es nicht, oder sie unterstützt diese Methode nicht.',
  rest_invalid_namespace: 'Der Namensraum in der Adresse ist nicht der dieser API.',
  'rest-event-not-found': 'Es gibt keine Veranstaltung mit dieser ID.',
  'event-not-found': 'Unter dieser Adresse gibt es keine Veranstaltung.',
  'venue-not-found': 'Unter dieser Adresse gibt es keinen Veranstaltungsort.',
  'organizer-not-found': 'Unter dieser Adresse gibt es keinen Veranstalter.',
  'series-not-found': 'Unter dieser Adresse gibt es keine Reihe.',
  'category-not-found': 'Unter dieser Adresse gibt es keine Kategorie.',
  'tag-not-found': 'Unter dieser Adresse gibt es kein Schlagwort.',
  'picture-not-found': 'Unter dieser Adresse gibt es kein Bild.',
  'translation-not-found': 'Der Eintrag hat keine Texte in dieser Sprache.',
  'event-archive-page-not-found': 'Die Veranstaltungsliste hat keine Seite mit dieser Nummer.',
  'venue-archive-page-not-found': 'Die Liste der Veranstaltungsorte hat keine Seite mit dieser Nummer.',
  'organizer-archive-page-not-found': 'Die Veranstalterliste hat keine Seite mit dieser Nummer.',
  'series-archive-page-not-found': 'Die Liste der Reihen hat keine Seite mit dieser Nummer.',
  'event-is-in-trash': 'Diese Veranstaltung liegt im Papierkorb.',
  'venue-is-in-trash': 'Dieser Veranstaltungsort liegt im Papierkorb.',
  'organizer-is-in-trash': 'Dieser Veranstalter liegt im Papierkorb.',
  'series-is-in-trash': 'Diese Reihe liegt im Papierkorb.',
  'idempotency-key-in-use':
    'Eine Anfrage mit diesem Idempotency-Key wird gerade bearbeitet. Wiederholen Sie sie in einer Sekunde.',
  'idempotency-key-reused':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Verwenden Sie für jede Anfrage einen neuen.',
  rest_precondition_failed:
    'Der Datensatz hat nicht die Version, die die Anfrage erwartet. Lesen Sie ihn erneut und wiederholen Sie die Änderung mit seiner aktuellen Version.',
  rest_body_too_large: 'Der Inhalt der Anfrage ist zu groß.',
  rest_unsupported_media_type: 'Der Inhaltstyp der Anfrage wird nicht unterstützt.',
  rest_internal_error: 'Auf dem Server ist ein Fehler aufgetreten. Bitte später noch einmal versuchen.',
  rest_trash_not_supported:
    'Dies kann nicht in den Papierkorb gelegt werden. Mit force=true wird es endgültig gelöscht.',
  rest_malformed_request: 'Die Anfrage ist kein gültiges HTTP.',
  rest_request_timeout: 'Die Anfrage kam zu langsam an.',
  rest_uri_too_long: 'Die Adresse ist zu lang.',
  rest_too_many_requests: 'Zu viele Anfragen. Bitte später noch einmal versuchen.',
  rest_headers_too_large: 'Die Kopfzeilen der Anfrage sind zu groß.',
  rest_too_busy: 'Der Server ist zurzeit ausgelastet. Bitte gleich noch einmal versuchen.',
  database_unavailable: 'Die Datenbank ist zurzeit nicht verfügbar. Bitte gleich noch einmal versuchen.',

  'anonymous-organizer': 'Anonym',
  'reason.type': '{name} hat den falschen Typ.',
  'reason.filled': '{name} muss ein Text sein und darf nicht leer sein.',
  'reason.name': '{name} muss ein Text von 1 bis {max} Zeichen sein.',
  'reason.text': '{name} muss ein Text sein.',
  'reason.short-text': '{name} muss ein Text von höchstens {max} Zeichen sein.',
  'reason.boolean': '{name} muss true oder false sein.',
  'reason.positive': '{name} muss eine ganze Zahl größer als null sein.',
  'reason.number': '{name} muss eine Zahl von {min} bis {max} sein.',
  'reason.id': '{name} muss eine ID sein: eine ganze Zahl größer als null.',
  'reason.ids': '{name} muss aus einer oder mehreren IDs bestehen, als Liste oder durch Kommas getrennt.',
  'reason.unknown': '{name} verweist auf einen Eintrag, den es nicht gibt.',
  'reason.unknown-ids': '{name} verweist auf Einträge, die es nicht gibt: {ids}.',
  'reason.ambiguous-name': '{name} ist mehrdeutig: Mehrere Einträge heißen „{value}“. Eine der IDs {ids} angeben.',
  'reason.not-a-feed': '{name}: dieses Abonnement liest eine Website und nimmt keinen Inhalt an.',
  'reason.own-calendar': '{name} ist eine Adresse dieses Kalenders, der nicht seine eigene Quelle sein kann.',
  'reason.name-in-use': '{name} wird schon von einer anderen Quelle benutzt.',
  'reason.gone': '{name} verweist auf einen Eintrag, der inzwischen gelöscht wurde.',
  'reason.other-id': '{name} im Inhalt der Anfrage weicht von der ID in der Adresse ab.',
  'reason.idempotency-key': '{name} muss aus 1 bis 255 sichtbaren ASCII-Zeichen bestehen.',
  'reason.entity-tag':
    '{name} muss * sein oder aus einem oder mehreren Entity-Tags wie "7" bestehen, mit Anführungszeichen.',
  'reason.choice': '{name} muss einer dieser Werte sein: {choices}.',
  'reason.date': '{name} muss ein gültiges Datum mit Uhrzeit sein, zum Beispiel 2031-05-01 10:00:00.',
  'reason.currency': '{name} muss ein Währungscode nach ISO 4217 wie EUR oder leer sein.',
  'reason.picture_hosts': '{name} muss eine Liste von Hostnamen wie img.example oder *.img.example sein, oder nur *.',
  'reason.picture_path': '{name} muss der Pfad eines Bildes dieses Kalenders wie /media/logo.png oder leer sein.',
  'reason.background_light':
    '{name} muss eine helle Farbe wie #f4f7fa mit einem Kontrast von mindestens {min} zu Schwarz oder leer sein; ihr Kontrast ist {ratio}.',
  'reason.background_dark':
    '{name} muss eine dunkle Farbe wie #14171f mit einem Kontrast von mindestens {min} zu Weiß oder leer sein; ihr Kontrast ist {ratio}.',
  'reason.contrast':
    '{name} muss eine Farbe wie #b8351f mit einem Kontrast von mindestens 4,5 zum Hintergrund der Seiten oder leer sein; ihr Kontrast ist {ratio}.',
  'reason.page_links':
    '{name} muss einen Link je Zeile enthalten, wie de | Impressum | https://example.org/impressum, höchstens 30.',
  'reason.script_address': '{name} muss die https-Adresse eines Skripts ohne Abfrageteil oder leer sein.',
  'reason.before-start': '{name} darf nicht vor dem Beginn der Veranstaltung liegen.',
  'reason.duration':
    '{name} weicht von der Zeit zwischen start_date und end_date ab. Senden Sie nur duration oder end_date.',
  'reason.recurrence-line': '{name}: „{value}“ ist keine Zeile, die mit RRULE, EXRULE, RDATE oder EXDATE beginnt.',
  'reason.recurrence-part': '{name}: Regeln von Veranstaltungen haben keinen Teil „{value}“.',
  'reason.recurrence-twice': '{name}: Eine Regel darf {value} nicht zweimal enthalten.',
  'reason.recurrence-value': '{name}: {part} darf nicht „{value}“ sein. Erlaubt: {allowed}.',
  'reason.recurrence-combination': '{name}: {part} und {other} dürfen nicht in einer Regel stehen.',
  'reason.recurrence-needs': '{name}: Eine Regel mit {part} muss auch {other} enthalten.',
  'reason.recurrence-date': '{name}: „{value}“ ist kein gültiges Datum wie 2031-05-20 oder 20310520T193000.',
  'reason.recurrence-before-start': '{name}: Der zusätzliche Termin {value} liegt vor dem Beginn der Veranstaltung.',
  'reason.recurrence-lines': '{name} darf höchstens {max} enthalten von: {lines}.',
  'reason.recurrence-never': '{name}: Die Regel {value} ergibt ab dem Beginn der Veranstaltung keinen Termin.',
  'reason.recurrence-start':
    '{name}: Der Beginn der Veranstaltung gehört nicht zu den Terminen. Der erste ist {first}: Senden Sie ihn als start_date, oder fügen Sie den Beginn als RDATE hinzu.',
  'reason.recurrence-count':
    '{name}: Eine Regel mit COUNT muss den Beginn der Veranstaltung ergeben. Schreiben Sie stattdessen UNTIL.',
  'reason.recurrence-occurrences': '{name}: Die Veranstaltung hätte mehr als {max} Termine.',
  'reason.recurrence-after-calendar':
    '{name}: Der Termin {value} würde nach dem {last} enden, dem letzten möglichen Tag für Termine wiederholter Veranstaltungen.',
  'reason.recurrence-empty': '{name}: Alle Termine der Veranstaltung sind ausgeschlossen.',
  'reason.recurrence-excluded':
    '{name}: Eine EXRULE der Veranstaltung schließt {value} aus. Ändern Sie stattdessen ihre Wiederholung.',
  'reason.recurrence-split': '{name}: Keine Regel ergibt die Termine ab {value}. Teilen Sie an einem anderen Termin.',
  'reason.recurrence-time':
    '{name}: Um {value} fielen Termine der Veranstaltung zusammen oder lägen vor ihrem Beginn. Ändern Sie stattdessen die Wiederholung.',
  'reason.recurrence-other-day':
    '{name}: Keine Regel verschiebt diesen Termin auf {value} und behält alle anderen. Ändern Sie stattdessen die Wiederholung der Veranstaltung.',
  'reason.recurrence-other-time':
    '{name}: Dieser Termin ist zu einer anderen Uhrzeit als Veranstaltung {id}. Ändern Sie stattdessen deren Wiederholung.',
  'reason.recurrence-work': '{name}: Die Berechnung der Termine dauert zu lange. Schreiben Sie einfachere Regeln.',
  'reason.recurrence':
    '{name} muss aus Zeilen bestehen, die mit RRULE, EXRULE, RDATE oder EXDATE beginnen, als Liste oder als ein Text.',
  'reason.dates':
    '{name} muss eine Liste von 1 bis {max} Objekten mit start_date und, wenn der Termin nicht so lange dauert wie die Veranstaltung, end_date sein.',
  'reason.date-in-list': '{name}: Termin {number} ist ungültig oder endet vor seinem Beginn.',
  'reason.dates-with-different-ends':
    '{name}: Zwei Termine beginnen am {value}, enden aber zu verschiedenen Zeiten: {other} und {end}.',
  'reason.recurrence-or-dates': 'Senden Sie nur eines von recurrence und dates.',
  'reason.of-repeated-event':
    '{name} gehört zur wiederholten Veranstaltung {id}. Senden Sie es dorthin oder mit scope=all.',
  'reason.reset-overrides':
    'Einige Termine weichen von der wiederholten Veranstaltung ab. Um sie zu löschen, senden Sie {name} = true.',
  'form.rules-missing':
    '{name}: Geben Sie mindestens eine Regel ein, oder wählen Sie, wie oft sich die Veranstaltung wiederholt.',
  'form.rules-beside-choice':
    '{name}: Es sind auch Regeln eingetippt. Wählen Sie „Andere Regeln“, oder entfernen Sie die Regeln.',
  'form.until-without-repetition':
    '{name}: Die Veranstaltung wiederholt sich nicht. Wählen Sie, wie oft sie sich wiederholt, oder entfernen Sie den Tag.',
  'form.until-before-start': '{name}: Der Tag darf nicht vor dem Beginn der Veranstaltung liegen.',
  'form.until-beside-end':
    '{name}: Die Regeln haben ein eigenes Ende, oder keine von ihnen kann enden. Entfernen Sie den Tag, oder ändern Sie die Regeln.',
  'form.reason.reset-overrides':
    'Einige Termine weichen von den anderen ab, und diese Änderung verwirft die Abweichungen. Haken Sie das Kästchen an, um trotzdem zu speichern.',
  'form.reason.of-repeated-event': '{name} gilt für alle Termine. Wählen Sie „Alle Termine“, um die Angabe zu ändern.',
  'form.reason.recurrence-start':
    '{name}: Die Regeln ergeben den Beginn der Veranstaltung nicht. Ihr erster Termin ist {first}. Ändern Sie den Beginn oder die Regeln.',
  'form.reason.recurrence-split':
    'Die Regeln dieser Veranstaltung lassen sich an diesem Termin nicht teilen. Wählen Sie „Nur diesen Termin“ oder „Alle Termine“.',
  'form.reason.recurrence-other-day':
    '{name}: Die Termine können so nicht gemeinsam verschoben werden. Wählen Sie „Nur diesen Termin“, oder ändern Sie die wiederholte Veranstaltung.',
  'form.reason.recurrence-other-time':
    '{name}: Dieser Termin hat eine andere Uhrzeit als die übrigen. Wählen Sie „Nur diesen Termin“, oder ändern Sie die wiederholte Veranstaltung.',
  'reason.date-of-event': 'Die Veranstaltung findet am {value} bereits statt.',
  'reason.date-was-moved':
    'Der Termin vom {value} wurde auf {moved} verlegt. Ändern Sie stattdessen diesen Termin: Veranstaltung {id}.',
  'reason.not-repeated': 'Die Veranstaltung wiederholt sich nicht.',
  'reason.after-horizon':
    '{name} darf nicht nach {value} liegen, bis wohin die Termine dieser Veranstaltung gespeichert sind.',
  'reason.no-slug': 'Ein Termin einer wiederholten Veranstaltung hat keinen eigenen Wert für {name}.',
  'reason.timezone': '{name} muss eine Zeitzone wie Europe/Lisbon oder ein UTC-Versatz wie UTC+5:30 sein.',
  'reason.price':
    '{name} muss ein Preis wie 12.50 sein, mit höchstens so vielen Nachkommastellen, wie die Währung hat.',
  'reason.phone': '{name} muss eine Telefonnummer sein.',
  'reason.texts_by_language': '{name} muss ein Objekt sein, das Sprachcodes einzeilige Texte zuordnet: {choices}.',
  'reason.objects': '{name} muss eine Liste von höchstens {max} Objekten sein.',
  'reason.ages': '{name}: Das Mindestalter darf nicht über dem Höchstalter liegen.',
  'reason.before-from': '{name} darf nicht vor valid_from liegen.',
  'reason.contradicts': '{name} widerspricht {other}. Senden Sie nur eines von beiden.',
  'reason.postponed-with-start':
    '{name} kann nicht zusammen mit einem neuen Beginn postponed sein: Senden Sie stattdessen rescheduled.',
  'reason.new-start': '{name} muss ein neuer Beginn der Veranstaltung sein, wenn event_status rescheduled ist.',
  'reason.reason-without-status': '{name} setzt einen anderen event_status als scheduled voraus.',
  'reason.website': '{name} muss eine absolute URL sein, zum Beispiel https://example.org/.',
  'reason.email': '{name} muss eine E-Mail-Adresse sein.',
  'reason.cost': '{name} muss ein Preis, eine Liste von Preisen oder ein kurzer Text sein.',
  'reason.status': '{name} muss einer der hier zulässigen Status sein: {choices}.',
  'reason.image': '{name} muss die ID eines Bildes oder die URL eines abrufbaren Bildes sein.',
  'reason.picture':
    '{name} muss ein Bild (JPEG, PNG, WebP, GIF oder AVIF) mit höchstens 20 MiB und 50 Megapixeln sein.',
  'reason.image-right':
    '{name}: Bilder dürfen Sie nicht per URL hinzufügen. Bitte die ID eines vorhandenen Bildes senden.',
  'reason.venue':
    '{name} muss die ID eines Veranstaltungsorts, ein Objekt mit dem Namen eines Veranstaltungsorts oder eine Liste davon sein.',
  'reason.organizer':
    '{name} muss die ID eines Veranstalters, ein Objekt mit dem Namen eines Veranstalters oder eine Liste davon sein.',
  'reason.series': '{name} muss die ID einer Reihe, ein Objekt mit dem Titel einer Reihe oder eine Liste davon sein.',
  'reason.terms': '{name} muss aus einer oder mehreren IDs, Slugs oder Namen bestehen.',
  'reason.word-map': '{name} muss aus Wortpaaren wie Konzert=Musik bestehen, eines je Zeile.',
  'reason.import-file':
    '{name} muss eine Datei sein, die importiert werden kann: eine Tabelle (CSV), iCalendar, JSCalendar, ein Export von WordPress (XML) oder von Almanac.',
  'reason.title-column':
    '{name} muss einer Spalte der Tabelle die Bedeutung title geben, oder venue oder organizer bei Tabellen von diesen.',
  'reason.texts': '{name} muss aus einem oder mehreren Texten bestehen, als Liste oder mit Kommas getrennt.',
  'reason.loop': '{name} darf weder die Kategorie selbst noch eine ihrer Unterkategorien sein.',
  'reason.taken': '{name} wird bereits von einem anderen Eintrag verwendet.',
  'reason.unknown-parameter': '{name} ist kein Parameter dieser Route.',
  'reason.misspelled-parameter': '{name} ist kein Parameter dieser Route. Meinten Sie {nearest}?',
  'reason.login': '{name} muss 1 bis 60 Zeichen aus a–z, 0–9, Punkt, Unterstrich, Bindestrich und @ haben.',
  'reason.last-administrator': '{name}: Dies ist der letzte Administrator. Fügen Sie zuerst einen weiteren hinzu.',
  'reason.password-length': '{name} muss {min} bis {max} Zeichen haben.',
  'reason.password-easy': '{name} ist leicht zu erraten. Besser sind mehrere Wörter, die nicht zusammengehören.',
  'reason.password-name': '{name} muss mehr enthalten als Ihren Namen, Ihren Benutzernamen oder Ihre E-Mail-Adresse.',
  'reason.too-many-links': '{name} darf höchstens {max} Links enthalten.',
  'reason.past': '{name} darf nicht in der Vergangenheit liegen.',
  'reason.submitted': '{name}: Diese Veranstaltung wurde schon eingesandt und wartet auf die Redaktion.',
  'reason.language': '{name} muss einer dieser Werte sein: {choices}.',

  'schedule.all-day': 'Ganztägig',

  'parameter.version':
    'Version, die der Datensatz haben muss; sonst schlägt die Anfrage mit 412 fehl. Wie der Header If-Match.',
  'parameter.language':
    'Sprache der Texte und Meldungen. Ohne Angabe gilt die Sprache der Adresse, sonst die Standardsprache der Website.',
  'answer.prefer':
    'Mit `handling=strict` führen unbekannte Parameter und Felder zum Fehler 400, der den ähnlichsten bekannten Namen nennt. Sonst werden sie ignoriert und in `X-Ignored-Parameters` aufgezählt.',
  'parameter.key.id': 'ID des Eintrags.',
  'parameter.key.slug': 'Slug des Eintrags: der letzte Teil seiner öffentlichen Adresse.',
  'parameter.key.language': 'Sprache der Texte: eine der Sprachen der Website.',
  'parameter.namespace': 'Der Namensraum selbst. Jeder andere führt zur Antwort 404.',
  'parameter.context': 'Wird akzeptiert, weil manche Clients ihn senden; hat keine Wirkung.',
  'parameter.page': 'Seite der Liste, ab 1.',
  'parameter.force': 'Ob der Eintrag endgültig gelöscht wird, auch wenn er nicht im Papierkorb liegt.',
  'parameter.run.file': 'Die Datei, bis 100 MiB.',
  'parameter.run.url':
    'Adresse einer Datei oder einer Website mit The Events Calendar, wenn keine Datei gesendet wird.',
  'parameter.run.type': 'Typ der Datei; Standard: wird erkannt. `tec` liest eine Website mit The Events Calendar.',
  'parameter.run.name':
    'Name der Quelle; Standard: Typ und Dateiname. Eine Datei derselben Quelle enthält neuere Fassungen derselben Einträge.',
  'parameter.run.dry_run': 'Ob nur berichtet wird, was geschehen würde.',
  'parameter.run.mapping':
    'Für Tabellen: die Bedeutung von Spalten nach ihrer Überschrift, als Objekt oder als Paare wie Wann=start_date; leer für Spalten, die nicht importiert werden.',
  'parameter.run.kind': 'Für Tabellen: was die Zeilen sind. Standard: wird an den Spalten erkannt.',
  'parameter.run.date_order': 'Für Tabellen: die Reihenfolge von Tag, Monat und Jahr. Standard: wird erkannt.',
  'parameter.run.status': 'Status neuer Einträge, deren Quelle keinen nennt.',
  'parameter.run.categories': 'Namen von Kategorien, die jede neue Veranstaltung zusätzlich bekommt.',
  'parameter.run.tags': 'Namen von Schlagwörtern, die jede neue Veranstaltung zusätzlich bekommt.',
  'parameter.run.pictures': 'Ob Bilder importiert werden.',
  'parameter.run.timezone': 'Zeitzone für Zeiten ohne Zeitzone; leer: die der Datei oder der Website.',
  'parameter.run.with_trash':
    'Ob die Beiträge im Papierkorb eines Exports von WordPress importiert werden, in den Papierkorb hier.',
  'parameter.run.keep_ids': 'Ob neue Einträge die Ids der Quelle bekommen, wo kein Eintrag sie hat.',
  'parameter.run.force': 'Ob angelegte Einträge endgültig gelöscht werden, statt in den Papierkorb zu kommen.',
  'parameter.per_page': 'Einträge pro Seite, ab 1. Werte über 50 gelten als 50.',
  'parameter.fallback':
    'Ob auch Einträge ohne Text in der gewünschten Sprache erscheinen, und zwar in einer anderen Sprache. Ohne Angabe gilt die Einstellung der Website.',
  'parameter.search':
    'Suchwörter; Groß- und Kleinschreibung sowie Akzente spielen keine Rolle. Alle müssen vorkommen; "Wörter in Anführungszeichen" müssen direkt aufeinanderfolgen.',
  'parameter.status':
    'publish, draft, pending, private oder future. Ohne Berechtigung zum Veröffentlichen werden publish, private und future zu pending. Ein Eintrag verlässt den Papierkorb nur, wenn ein Status angegeben wird.',
  'parameter.author':
    'ID des Kontos, dem der Eintrag gehört. Nur die Redaktion darf ein anderes als das eigene angeben.',
  'parameter.date':
    'Datum und Uhrzeit der Veröffentlichung in der Zeitzone der Website: YYYY-MM-DD HH:MM:SS. Liegt der Zeitpunkt in der Zukunft, erscheint der Eintrag erst dann.',
  'parameter.date_utc': 'Datum und Uhrzeit der Veröffentlichung in UTC. Wird nur verwendet, wenn date fehlt.',
  'parameter.title': 'Titel: reiner Text, nicht leer.',
  'parameter.name':
    'Name: reiner Text von 1 bis 200 Zeichen, der noch nicht vergeben ist (bei Kategorien: innerhalb derselben übergeordneten Kategorie).',
  'parameter.description':
    'Text als HTML oder als reiner Text mit einer Leerzeile zwischen den Absätzen. Skripte und Stilangaben werden entfernt.',
  'parameter.excerpt': 'Zusammenfassung als HTML oder als reiner Text.',
  'parameter.slug':
    'Letzter Teil der öffentlichen Adresse. Ohne Angabe wird er aus dem Titel oder Namen gebildet; ist er vergeben, wird eine Nummer angehängt.',
  'parameter.image':
    'ID eines Bildes oder URL (http oder https) eines Bildes, das abgerufen und gespeichert wird. false entfernt es.',
  'parameter.website': 'Absolute URL der eigenen Website, nur ASCII-Zeichen. Ein leerer Wert löscht sie.',
  'parameter.phone': 'Telefonnummer in beliebiger Schreibweise.',
  'parameter.include': 'Nur Einträge mit diesen IDs, als Liste oder durch Kommas getrennt.',
  'parameter.exclude':
    'Alle außer den Einträgen mit diesen IDs, als Liste oder durch Kommas getrennt. include hat Vorrang.',
  'parameter.cancelled':
    'Abgesagte Veranstaltungen: mark (Status abgesagt; manche Kalenderprogramme entfernen sie dann), keep (nur das Wort im Titel) oder drop (weglassen).',
  'parameter.expand':
    'Ob jeder Termin einer wiederholten Veranstaltung in iCalendar und JSCalendar ein eigener Eintrag ist, statt eines Eintrags mit Regeln.',
  'parameter.starts_before': 'Nur Veranstaltungen, die vor diesem Zeitpunkt beginnen.',
  'parameter.starts_after': 'Nur Veranstaltungen, die nach diesem Zeitpunkt beginnen.',
  'parameter.ends_before': 'Nur Veranstaltungen, die vor diesem Zeitpunkt enden.',
  'parameter.ends_after': 'Nur Veranstaltungen, die nach diesem Zeitpunkt enden.',
  'parameter.content': 'Beschreibung, als HTML oder als reiner Text.',
  'parameter.featured_media': 'ID des Bildes; 0 für keines.',
  'parameter.date_gmt': 'Zeitpunkt der Veröffentlichung in UTC. Gilt nur, wenn date fehlt.',
  'parameter.event.venues': 'IDs der Veranstaltungsorte. Eine leere Liste entfernt alle.',
  'parameter.event.organizers': 'IDs der Veranstalter. Eine leere Liste entfernt alle.',
  'parameter.event.tribe_events_cat': 'IDs der Kategorien. Eine leere Liste entfernt alle.',
  'parameter.event.duration': 'Sekunden vom Beginn bis zum Ende, statt end_date.',
  'parameter.venue.state_province': 'Bundesstaat oder Provinz, in jedem Land.',
  'parameter.order': 'asc (aufsteigend) oder desc (absteigend).',
  'parameter.orderby':
    'name, id, slug, count, description oder include (die Reihenfolge, in der die IDs angegeben wurden).',
  'parameter.hide_empty': 'Ob Einträge ohne veröffentlichte Veranstaltungen weggelassen werden.',
  'parameter.post': 'Dasselbe wie event, für Clients, die den Parameter unter diesem Namen kennen.',
  'parameter.event': 'Nur Einträge, die zur Veranstaltung mit dieser ID gehören.',
  'parameter.has_events':
    'yes (oder true, 1): nur Einträge mit Veranstaltungen, die Sie lesen dürfen, auch vergangenen. Jeder andere Wert: nur Einträge ohne solche.',
  'parameter.only_with_upcoming':
    'yes (oder true, 1): nur Einträge mit einer Veranstaltung, die Sie lesen dürfen und die noch nicht begonnen hat. Jeder andere Wert bleibt ohne Wirkung.',
  'parameter.show_map': 'Ob eine Karte angezeigt wird: yes (oder true, 1); jeder andere Wert bedeutet nein.',
  'parameter.show_map_link':
    'Ob ein Link zu einer Karte angezeigt wird: yes (oder true, 1); jeder andere Wert bedeutet nein.',

  'parameter.events.search':
    'Wörter, die Titel oder Beschreibung enthalten müssen; Groß- und Kleinschreibung sowie Akzente spielen keine Rolle. Alle müssen vorkommen; "Wörter in Anführungszeichen" direkt aufeinander.',
  'parameter.events.start_date':
    'Veranstaltungen müssen zu oder nach diesem Zeitpunkt BEGINNEN: ein Tag wie 2031-05-01 (dessen erste Sekunde) oder ein Datum mit Uhrzeit wie 2031-05-01 18:00:00. Ohne Angabe: gestern.',
  'parameter.events.end_date':
    'Veranstaltungen müssen zu oder vor diesem Zeitpunkt BEGINNEN: ein Tag (dessen letzte Sekunde) oder ein Datum mit Uhrzeit. Ohne Angabe: heute in 24 Monaten, auch wenn start_date später liegt.',
  'parameter.events.categories':
    'Veranstaltungen aus mindestens einer dieser Kategorien oder ihren Unterkategorien: IDs, Slugs oder Namen, als Liste oder durch Kommas getrennt.',
  'parameter.events.tags':
    'Veranstaltungen mit mindestens einem dieser Schlagwörter: IDs, Slugs oder Namen, als Liste oder durch Kommas getrennt.',
  'parameter.events.venue':
    'Veranstaltungen an einem der Veranstaltungsorte mit diesen IDs, als Liste oder durch Kommas getrennt.',
  'parameter.events.organizer':
    'Veranstaltungen von mindestens einem der Veranstalter mit diesen IDs, als Liste oder durch Kommas getrennt.',
  'parameter.events.series':
    'Veranstaltungen mindestens einer der Reihen mit diesen IDs, als Liste oder durch Kommas getrennt.',
  'parameter.events.in_series': 'true: nur Veranstaltungen einer Reihe, die Sie lesen dürfen; false: nur die übrigen.',
  'parameter.events.featured': 'true: nur hervorgehobene Veranstaltungen; false: nur die übrigen.',
  'parameter.events.q':
    'Suche in den Texten der Veranstaltungen und in den Namen ihrer Orte (auch deren Adressen), Veranstalter, Reihen, Kategorien und Schlagwörter. Jedes Wort muss in einem davon vorkommen. Wird nichts gefunden, wird nach ähnlichen Wörtern gesucht.',
  'parameter.events.orderby':
    '`relevance`: zuerst Veranstaltungen, deren Titel die Wörter von `q` enthält, dann solche mit passenden Orten, Veranstaltern und Reihen, Kategorien und Schlagwörtern, und Texten.',
  'parameter.events.ongoing':
    'Ob auch laufende Veranstaltungen aufgelistet werden, und zwar zuerst: solche, die vor start_date begonnen haben und noch nicht zu Ende sind oder, wenn start_date in der Zukunft liegt, danach enden.',
  'parameter.events.include':
    'Nur Veranstaltungen mit diesen IDs, als Liste oder durch Kommas getrennt, unabhängig vom Termin; die älteste Veröffentlichung zuerst.',
  'parameter.events.post_parent':
    'Nur Veranstaltungen, die der Veranstaltung mit dieser ID untergeordnet sind. Das ist bei keiner der Fall, die Liste ist also leer.',
  'parameter.events.recurring':
    'true: nur Termine wiederholter Veranstaltungen; false: nur die übrigen Veranstaltungen.',
  'parameter.events.occurrences':
    'next: von jeder wiederholten Veranstaltung nur der erste passende Termin, mit ihren nächsten Terminen. all: jeder Termin. Standard: next mit q, sonst all.',
  'parameter.events.hide_subsequent_recurrences': 'true: dasselbe wie occurrences=next.',
  'parameter.events.geoloc':
    'true: nur Veranstaltungen an einem Veranstaltungsort mit Koordinaten; false: nur die übrigen.',
  'parameter.events.geoloc_lat':
    'Geografische Breite des Kreismittelpunkts, -90 bis 90 Grad. Gilt nur zusammen mit geoloc_lng.',
  'parameter.events.geoloc_lng':
    'Geografische Länge des Kreismittelpunkts, -180 bis 180 Grad. Gilt nur zusammen mit geoloc_lat.',
  'parameter.events.geoloc_radius':
    'Radius des Kreises in Kilometern, höchstens 20000. Ohne Angabe gilt die Einstellung der Website.',
  'parameter.query.status':
    'Ein oder mehrere Status, als Liste oder durch Kommas getrennt, oder any. Wer nur lesen darf, kann nur publish abfragen und erhält es auch ohne Angabe.',
  'parameter.events.event_status':
    'Nur Veranstaltungen mit einem dieser Zustände, durch Kommas getrennt: scheduled, cancelled, postponed, rescheduled, moved_online.',
  'parameter.events.attendance_mode':
    'Nur Veranstaltungen mit einer dieser Formen der Teilnahme, durch Kommas getrennt: offline, online, mixed.',
  'parameter.events.virtual': 'true: nur Veranstaltungen, an denen man online teilnehmen kann; false: nur die übrigen.',
  'parameter.events.is_free': 'true: nur kostenlose Veranstaltungen; false: nur solche, die etwas kosten.',
  'parameter.events.price_max':
    'Nur Veranstaltungen, deren niedrigster Preis in der Währung der Website höchstens so hoch ist.',
  'parameter.events.ticketed':
    'true: nur Veranstaltungen mit einer URL für Karten oder Anmeldung; false: nur die übrigen. `tec/v1` ignoriert es.',
  'parameter.events.accessible':
    'true: nur Veranstaltungen mit stufenlosem Zugang oder für Menschen mit eingeschränkter Mobilität (Codes step_free und motor); false: nur die anderen.',
  'parameter.events.evening':
    'true: nur Veranstaltungen, die um 17:00 Ortszeit oder später beginnen; false: nur die anderen, auch ganztägige.',
  'parameter.events.strict_dates':
    'true: start_date und end_date sind genaue Zeiten; false: Sie bedeuten ganze Tage. Ohne Angabe: genau in dieser API, ganze Tage in der API von The Events Calendar und in Feeds.',
  'parameter.venues.search':
    'Wörter, die Titel, Beschreibung oder ein weiteres Feld wie die Adresse enthalten müssen; Groß- und Kleinschreibung sowie Akzente spielen keine Rolle. Alle müssen vorkommen; "Wörter in Anführungszeichen" direkt aufeinander.',
  'parameter.organizers.search':
    'Wörter, die Titel, Beschreibung oder ein weiteres Feld wie die E-Mail-Adresse enthalten müssen; Groß- und Kleinschreibung sowie Akzente spielen keine Rolle. Alle müssen vorkommen; "Wörter in Anführungszeichen" direkt aufeinander.',
  'parameter.categories.parent': 'Nur Kategorien direkt unter der Kategorie mit dieser ID; 0 für die oberste Ebene.',
  'parameter.categories.slug': 'Nur die Kategorie mit diesem Slug.',
  'parameter.tags.slug': 'Nur das Schlagwort mit diesem Slug.',

  'parameter.event.start_date':
    'Beginn als Ortszeit in der Zeitzone der Veranstaltung: YYYY-MM-DD HH:MM:SS. Andere gängige Schreibweisen werden ebenfalls erkannt.',
  'parameter.event.end_date':
    'Ende als Ortszeit, geschrieben wie der Beginn. Liegt es vor dem Beginn, gilt der Beginn auch als Ende.',
  'parameter.event.timezone':
    'IANA-Zeitzone wie Europe/Lisbon oder UTC-Versatz wie UTC+5:30 oder UTC+5.5. Fehlt die Angabe oder ist sie leer, gilt die Zeitzone der Website.',
  'parameter.event.all_day': 'Ob die Veranstaltung ganztägig ist: Sie beginnt dann um 00:00:00 und endet um 23:59:59.',
  'parameter.event.cost':
    'Preis, Liste von Preisen oder Worte: 10, "$10", ["10", "20"], "free". Leer oder null: keine Preisangabe. Oder ein Objekt, das außer dem Text die Währung nennt: {"text": "120 kr", "currency_code": "SEK"}; currency_position (prefix, postfix) gilt für einen Text ohne Währung.',
  'parameter.event.recurrence':
    'Wann sich die Veranstaltung wiederholt: Zeilen RRULE, EXRULE, RDATE und EXDATE nach RFC 5545, als Liste oder als ein Text. Zeiten sind Ortszeiten der Veranstaltung. Ein leerer Wert beendet die Wiederholung.',
  'parameter.event.dates': 'Weitere Termine der Veranstaltung, statt recurrence: Objekte mit start_date und end_date.',
  'parameter.event.scope':
    'Bei einem Termin einer wiederholten Veranstaltung: ob die Anfrage diesen Termin (this), diesen und alle späteren (following) oder alle (all) betrifft.',
  'parameter.event.reset_overrides':
    'Ob Termine einer wiederholten Veranstaltung die Werte verlieren, in denen sie von ihr abweichen.',
  'parameter.occurrence.start_date':
    'Beginn des neuen Termins als Ortszeit der Veranstaltung. Ein Tag ohne Uhrzeit bedeutet die Uhrzeit der Veranstaltung.',
  'parameter.occurrence.end_date': 'Ende des neuen Termins. Ohne Angabe dauert er so lange wie die Veranstaltung.',
  'parameter.occurrences.end_date': 'Nur Termine, die zu dieser Ortszeit oder früher beginnen.',
  'parameter.occurrences.start_date': 'Nur Termine, die zu dieser Ortszeit oder später beginnen.',
  'parameter.event.show_map': 'Ob eine Karte angezeigt wird.',
  'parameter.event.show_map_link': 'Ob ein Link zu einer Karte angezeigt wird.',
  'parameter.event.hide_from_listings':
    'Ob die Veranstaltung in allen Listen ausgeblendet wird. Über ID oder Slug bleibt sie abrufbar.',
  'parameter.event.sticky': 'Ob Clients die Veranstaltung vor anderen anzeigen sollen.',
  'parameter.event.featured': 'Ob die Veranstaltung hervorgehoben ist.',
  'parameter.event.categories':
    'Kategorien als IDs, Namen oder Slugs; für unbekannte Namen wird eine Kategorie angelegt. Eine leere Liste entfernt alle.',
  'parameter.event.tags':
    'Schlagwörter als IDs, Namen oder Slugs; für unbekannte Namen wird ein Schlagwort angelegt. Eine leere Liste entfernt alle.',
  'parameter.event.venue':
    'ID oder Name eines Veranstaltungsorts, ein neuer Veranstaltungsort mit seinen Feldern oder eine Liste davon. Ein unbekannter Name legt einen Veranstaltungsort an. Eine leere Liste entfernt ihn.',
  'parameter.event.organizer':
    'IDs oder Namen von Veranstaltern, neue Veranstalter mit ihren Feldern oder eine Liste davon. Ein unbekannter Name legt einen Veranstalter an. Eine leere Liste entfernt alle.',
  'parameter.event.series':
    'IDs oder Titel von Reihen, neue Reihen mit ihren Feldern oder eine Liste davon. Ein unbekannter Titel legt eine Reihe an. Eine leere Liste entfernt alle.',
  'parameter.event.event_status':
    'Ob die Veranstaltung stattfindet: scheduled (wie geplant), cancelled (abgesagt), postponed (verschoben, neuer Termin noch unbekannt), rescheduled (neuer Termin, mit neuem start_date) oder moved_online (findet online statt). Namen von schema.org gelten auch.',
  'parameter.event.status_reason':
    'Warum die Veranstaltung abgesagt, verschoben oder verlegt ist, als eine Zeile Text in der Sprache der Anfrage. Ein leerer Wert löscht ihn; scheduled löscht ihn in allen Sprachen.',
  'parameter.event.sold_out': 'Ob es keine Karten oder Plätze mehr gibt.',
  'parameter.event.attendance_mode':
    'Wie man teilnimmt: offline (am Veranstaltungsort), online oder mixed (wahlweise).',
  'parameter.event.online_url':
    'Absolute URL, unter der die Veranstaltung online stattfindet. Ein leerer Wert löscht sie.',
  'parameter.event.is_virtual':
    'true: Die Veranstaltung findet online statt und auch am Veranstaltungsort, falls sie einen hat; false: nur am Veranstaltungsort. So heißt attendance_mode bei The Events Calendar.',
  'parameter.event.virtual_url': 'Wie online_url, für Clients von The Events Calendar.',
  'parameter.event.virtual': 'Wie is_virtual, für Clients von The Events Calendar.',
  'parameter.event.offers':
    'Kartenarten: Name (name) in der Sprache der Anfrage, Preis (price; null: auf Anfrage), Währung (currency; ISO 4217, für alle gleich; ohne Angabe die der Website), availability, url, valid_from und valid_until in der Zeitzone der Veranstaltung. Eine leere Liste entfernt alle. Ohne cost wird cost daraus gebildet.',
  'parameter.event.registration':
    'Wege der Anmeldung: type link, phone oder email, und value. Eine leere Liste entfernt alle.',
  'parameter.event.is_free':
    'Ob die Veranstaltung kostenlos ist, falls weder offers noch cost das sagen. null: keine Angabe.',
  'parameter.event.age_min': 'Mindestalter in Jahren; null oder leer: keines.',
  'parameter.event.age_max': 'Höchstalter in Jahren; null oder leer: keines.',
  'parameter.event.accessibility':
    'Für wen die Veranstaltung zugänglich ist: Codes von OpenAgenda sowie step_free (stufenlos) und sign_language (Gebärdensprache).',
  'parameter.event.conditions':
    'Teilnahmebedingungen, als eine Zeile Text in der Sprache der Anfrage. Ein leerer Wert löscht sie.',
  'parameter.venue.venue':
    'Name des Veranstaltungsorts. Hat ein vorhandener diesen Namen und alle gesendeten Werte, wird er zurückgegeben, statt einen neuen anzulegen.',
  'parameter.venue.address': 'Straße und Hausnummer.',
  'parameter.venue.city': 'Ort.',
  'parameter.venue.country': 'Land.',
  'parameter.venue.province': 'Region oder Provinz, außerhalb der USA.',
  'parameter.venue.state': 'Bundesstaat, in den USA.',
  'parameter.venue.stateprovince': 'Bundesstaat, Region oder Provinz, unabhängig vom Land.',
  'parameter.venue.zip': 'Postleitzahl.',
  'parameter.venue.geo_lat': 'Geografische Breite, -90 bis 90 Grad. Ein leerer Wert löscht sie.',
  'parameter.venue.geo_lng': 'Geografische Länge, -180 bis 180 Grad. Ein leerer Wert löscht sie.',
  'parameter.organizer.organizer':
    'Name des Veranstalters. Hat ein vorhandener diesen Namen und alle gesendeten Werte, wird er zurückgegeben, statt einen neuen anzulegen.',
  'parameter.organizer.email': 'E-Mail-Adresse. Ein leerer Wert löscht sie.',
  'parameter.series.kind':
    'series: zusammengehörige Veranstaltungen, z. B. eine Konzertreihe; festival: das Programm eines Festivals. Vorgabe für neue Reihen: series.',
  'parameter.category.parent':
    'ID der übergeordneten Kategorie. 0, leerer Text oder null verschiebt die Kategorie auf die oberste Ebene.',
  'parameter.texts.slug':
    'Letzter Teil der öffentlichen Adresse in dieser Sprache. Ohne Angabe bleibt er oder wird aus Titel oder Name gebildet; ein bereits vergebener wird abgelehnt.',
  'parameter.texts.venue': 'Name des Veranstaltungsorts.',
  'parameter.texts.organizer': 'Name des Veranstalters.',
  'parameter.picture.file': 'Das Bild selbst: JPEG, PNG, GIF, WebP oder AVIF, höchstens 20 MiB.',
  'parameter.picture.title': 'Titel des Bildes. Ohne Angabe wird er aus dem Dateinamen gebildet.',
  'parameter.picture.alt': 'Beschreibung des Bildes für alle, die es nicht sehen können.',
  'parameter.picture.caption': 'Text, der unter dem Bild angezeigt wird.',
  'parameter.picture.credit': 'Wer das Bild gemacht hat; wird unter dem Bild angezeigt.',
  'parameter.picture.focus': 'Der Teil des Bildes, der beim Zuschneiden sichtbar bleibt.',
  'parameter.picture.alt_texts':
    'Beschreibungen in anderen Sprachen, nach Sprachcode. Eine Sprache ohne eigene hat die des Feldes `alt`.',
  'parameter.settings.submissions':
    'Wer unter /submit/ Veranstaltungen einsenden darf: niemand (off), angemeldete Benutzer (accounts) oder alle (anyone).',
  'parameter.settings.submission_days':
    'Tage, nach denen entschiedene Einsendungen mit Name und Adresse der einsendenden Person gelöscht werden, 1 bis 3650.',
  'parameter.settings.title': 'Name der Website.',
  'parameter.settings.timezone': 'Zeitzone der Website: ein IANA-Name oder ein UTC-Versatz.',
  'parameter.settings.per_page': 'Einträge pro Listenseite, wenn nichts anderes verlangt wird, 1 bis 50.',
  'parameter.settings.currency_symbol': 'Währung für Preise ohne Währungsangabe.',
  'parameter.settings.currency_position': 'Stellung der Währungsangabe: vor der Zahl (prefix) oder dahinter (postfix).',
  'parameter.settings.currency_code':
    'ISO-4217-Code dieser Währung, z. B. USD, für Suchmaschinen; leer: aus der Währungsangabe abgeleitet, wenn sie eindeutig ist.',
  'parameter.settings.picture_hosts':
    'Hosts, von denen Seiten Bilder in Beschreibungen laden, z. B. img.example *.cdn.example; * für alle. Bilder anderer Hosts werden zu Links.',
  'parameter.settings.picture_credits':
    'Ob Urheber und Copyright in den Bilddateien bleiben, wenn alle anderen Metadaten daraus entfernt werden.',
  'parameter.settings.language_fallback':
    'Ob Listen Einträge, die in der gewünschten Sprache keinen Text haben, in einer anderen Sprache zeigen.',
  'parameter.settings.list_cancelled':
    'Ob Listen, Seiten und Feeds abgesagte Veranstaltungen enthalten, wenn die Anfrage keinen event_status nennt.',
  'parameter.settings.long_event_days':
    'Veranstaltungen, die länger als diese Zahl von Tagen dauern, stehen auf Seiten getrennt von den anderen: einmal, unter „Außerdem“.',
  'parameter.settings.geoloc_radius_km': 'Standardradius der Umkreissuche in Kilometern.',
  'parameter.settings.recurrence_months':
    'Für wie viele Monate im Voraus die Termine von Veranstaltungen gespeichert werden, die sich ohne Ende wiederholen.',
  'parameter.settings.logo':
    'Pfad des Bildes, das im Kopf der Seiten den Namen der Website ersetzt, z. B. /media/logo.png; leer: der Name.',
  'parameter.settings.favicon':
    'Pfad des Bildes, das Browser neben dem Titel einer Seite zeigen; leer: das eingebaute Symbol.',
  'parameter.settings.share_picture':
    'Pfad des Bildes, das Vorschauen von Links für Seiten ohne Bild zeigen; leer: keines.',
  'parameter.settings.accent_color':
    'Farbe von Links und Knöpfen, z. B. #b8351f; leer: die eingebaute. Ihr Kontrast zum Hintergrund muss mindestens 4,5 sein.',
  'parameter.settings.accent_color_dark': 'Dieselbe Farbe für Leser, die dunkle Seiten bevorzugen.',
  'parameter.settings.background_color':
    'Hintergrund der Seiten, z. B. #f4f7fa; leer: der eingebaute. Sein Kontrast zu Schwarz muss mindestens 18,3 sein.',
  'parameter.settings.background_color_dark':
    'Hintergrund für Leser, die dunkle Seiten bevorzugen, z. B. #14171f. Sein Kontrast zu Weiß muss mindestens 17,6 sein.',
  'parameter.settings.heading_font':
    'Schrift der Überschriften: die eingebaute (fraunces) oder eine Schrift des Geräts mit Serifen (serif) oder ohne (sans).',
  'parameter.settings.week_start': 'Erster Tag der Woche in Kalendern.',
  'parameter.settings.clock': 'Schreibweise der Uhrzeiten: wie in der Sprache üblich, oder mit 12 oder 24 Stunden.',
  'parameter.settings.page_language':
    'Sprache der Wörter auf Seiten: die der Einträge (content), die des Browsers (browser) oder eine bestimmte für Seiten in der Standardsprache. Einträge haben Texte nur in den Sprachen der Website.',
  'parameter.settings.default_view': 'Ansicht, zu der /events/ führt.',
  'parameter.settings.header_links': 'Links im Kopf der Seiten, einer je Zeile: Sprache | Text | Adresse.',
  'parameter.settings.footer_links':
    'Links im Fuß der Seiten, etwa Impressum und Datenschutz, einer je Zeile: Sprache | Text | Adresse.',
  'parameter.settings.extra_css': 'CSS-Regeln, die auf das Stylesheet der Seiten folgen.',
  'parameter.settings.analytics_url':
    'Adresse eines Skripts, das Seiten laden, um Besucher zu zählen; leer: keines. Die Content Security Policy wird nur um diese Adresse erweitert.',
  'parameter.subscription.name': 'Name der Quelle, den keine andere Quelle hat.',
  'parameter.subscription.type':
    '`ics` (iCalendar), `jscalendar` (JSCalendar), `jsonfeed` (JSON Feed mit Veranstaltungszeiten) oder `tec` (eine Website mit The Events Calendar).',
  'parameter.subscription.url': 'Adresse des Kalenders; leer, wenn nur sein Inhalt gesendet wird.',
  'parameter.subscription.every_minutes': 'Pause zwischen zwei Abrufen in Minuten.',
  'parameter.subscription.active': 'Ob die Quelle regelmäßig gelesen wird.',
  'parameter.subscription.status': 'Status neuer Veranstaltungen.',
  'parameter.subscription.categories': 'Namen von Kategorien, die jede neue Veranstaltung zusätzlich bekommt.',
  'parameter.subscription.tags': 'Namen von Schlagwörtern, die jede neue Veranstaltung zusätzlich bekommt.',
  'parameter.subscription.match':
    'Nur Veranstaltungen mit einem dieser Wörter in Titel oder Beschreibung, durch Kommas getrennt.',
  'parameter.subscription.skip': 'Keine Veranstaltungen mit einem dieser Wörter, durch Kommas getrennt.',
  'parameter.subscription.map':
    'Kategorien und Schlagwörter der Quelle mit dem Namen der Kategorie oder des Schlagworts hier, als Objekt oder als Paare wie Konzert=Musik; leer für solche, die weggelassen werden. Andere werden verwendet, wenn sie hier denselben Namen haben.',
  'parameter.subscription.window_days': 'Für wie viele Tage im Voraus Veranstaltungen importiert werden.',
  'parameter.subscription.on_missing':
    'Was mit kommenden Veranstaltungen geschieht, die die Quelle nicht mehr enthält: `trash`, `cancel` oder `keep`.',
  'parameter.subscription.pictures': 'Ob Bilder importiert werden.',
  'parameter.subscription.timezone': 'Zeitzone für Zeiten ohne Zeitzone; leer: die der Quelle oder der Website.',
  'parameter.subscription.content': 'Der Kalender als Text.',
  'parameter.audit.after': 'Nur Einträge ab diesem Zeitpunkt: Datum in der Zeitzone der Website.',
  'parameter.audit.before': 'Nur Einträge vor diesem Zeitpunkt: Datum in der Zeitzone der Website.',
  'parameter.audit.user':
    'Nur Änderungen des Benutzers mit diesem Anmeldenamen. Änderungen über die Befehlszeile haben cli: und den Benutzernamen des Betriebssystems.',
  'parameter.audit.action': 'Nur Einträge zu dieser Aktion.',
  'parameter.audit.collection':
    'Nur Einträge zu dieser Sammlung, oder settings, users, application-passwords oder tokens.',
  'parameter.audit.record': 'Nur Einträge zum Datensatz mit dieser ID.',

  'reference.contents': 'Inhalt',
  'reference.document': 'OpenAPI-Dokument',
  'reference.schemas': 'Schemata',
  'reference.parameters': 'Parameter',
  'reference.body': 'Inhalt der Anfrage',
  'reference.responses': 'Antworten',
  'reference.required': 'erforderlich',
  'reference.default': 'Standard',
  'reference.example': 'Beispiel',
  'reference.anyone': 'Für alle; mit Zugangsdaten ist möglicherweise mehr zu sehen.',
  'reference.account': 'Braucht Zugangsdaten: Kennwort oder Token.',
  'reference.submission-key': 'Braucht den Schlüssel eines Formulars auf einer anderen Website.',
  'operation.about':
    'Veranstaltungen und alle anderen Einträge eines Kalenders, etwa Orte und Kategorien. Was veröffentlicht ist, können alle lesen. Zum Schreiben ist ein Benutzername mit einem zugehörigen Anwendungspasswort (HTTP Basic) oder ein Token (Bearer) nötig. Der Inhalt einer Anfrage kann JSON, ein Formular oder ein mehrteiliges Formular sein. Fehler haben einen Code, der sich nie ändert, und eine Meldung im Klartext.',
  'operation.group.events': 'Was wann und wo stattfindet.',
  'operation.group.venues': 'Die Orte der Veranstaltungen.',
  'operation.group.organizers': 'Die Veranstalter der Veranstaltungen.',
  'operation.group.series': 'Reihen und Festivals, zu denen Veranstaltungen gehören.',
  'operation.group.categories': 'Kategorien von Veranstaltungen, hierarchisch geordnet.',
  'operation.group.tags': 'Wörter, die Veranstaltungen kennzeichnen.',
  'operation.group.media': 'Bilder.',
  'operation.group.site': 'Die Website, ihre Sprachen und diese API.',
  'operation.update.more': 'POST, PUT und PATCH bewirken dasselbe. Nicht gesendete Felder bleiben unverändert.',
  'operation.readTexts': 'Texte aller Sprachen abrufen',
  'operation.replaceTexts': 'Texte einer Sprache schreiben',
  'operation.replaceTexts.more':
    'Ersetzt alle Texte der Sprache oder fügt sie hinzu. Nicht gesendete Texte werden geleert; der Slug bleibt oder wird aus dem Titel gebildet. Alles andere am Eintrag bleibt unverändert.',
  'revision-not-found': 'Diese Fassung des Datensatzes gibt es nicht, oder sie darf nicht gelesen werden.',
  'operation.listRevisions': 'Die früheren Fassungen eines Datensatzes auflisten',
  'operation.listRevisions.more':
    'Die neuesten zuerst, höchstens 50. Jede nennt, wer wann welche Felder geschrieben hat; was der Datensatz damals war, steht in der Fassung selbst.',
  'operation.readRevision': 'Eine frühere Fassung eines Datensatzes lesen',
  'operation.readRevision.more':
    '`record` ist der Datensatz vor dem Schreiben, `changes` nennt die Felder, die dabei geändert wurden. Bei einem Text steht die Sprache, in der er sich unterscheidet.',
  'operation.restoreRevision': 'Eine frühere Fassung eines Datensatzes wiederherstellen',
  'operation.restoreRevision.more':
    'Das Wiederherstellen ist ein neues Schreiben, das sich genauso rückgängig machen lässt. Mit `If-Match` wird es abgelehnt, wenn der Datensatz seither geschrieben wurde.',
  'answer.listRevisions': 'Die Fassungen.',
  'answer.readRevision': 'Die Fassung.',
  'answer.restoreRevision': 'Der Datensatz nach dem Schreiben.',
  'parameter.key.revision': 'Die Nummer der Fassung.',
  'parameter.revision.fields':
    'Namen der Felder, die wiederhergestellt werden, ohne Angabe alle. Beginn, Ende und Zeitzone werden zusammen wiederhergestellt, ebenso Preise, Karten und Bedingungen und der Status der Veranstaltung mit seinem Grund.',
  'batch-not-found': 'Diese Gruppe von Änderungen gibt es nicht, oder sie ist zu alt, um rückgängig gemacht zu werden.',
  'subscription-not-found': 'Es gibt kein Abonnement mit dieser Id.',
  'run-not-found': 'Es gibt keinen Importlauf mit dieser Id.',
  'run-not-importable':
    'Dieser Lauf kann nicht importiert werden: Er ist kein Probelauf, der ohne Fehler geendet hat, oder seine Datei ist nicht mehr da.',
  'run-not-undoable':
    'Dieser Lauf kann nicht rückgängig gemacht werden: Er ist ein Probelauf oder macht einen anderen rückgängig.',
  'submission-not-found': 'Es gibt keine Einsendung mit dieser Id.',
  'submission-decided': 'Über die Einsendung wurde inzwischen entschieden, oder sie wurde zurückgezogen.',
  'submission-key-invalid':
    'Diese Adresse verlangt den Schlüssel eines Formulars, als Authorization: Bearer als_…. Die Redaktion kann einen anlegen.',
  'submissions-off': 'Auf dieser Website kann niemand Veranstaltungen einsenden.',
  'submission-origin': 'Seiten dieser Herkunft dürfen den Schlüssel nicht verwenden, oder nur Seiten dürfen es.',
  'reason.consent': '{name}: Wer einsendet, muss zustimmen, dass Name und Adresse gespeichert werden.',
  'reason.origins':
    '{name} darf höchstens {max} Herkünfte wie https://verein.example enthalten, durch Leerzeichen getrennt.',
  'operation.group.submissions': 'Veranstaltungen, die eingesendet werden, und ihre Prüfung durch die Redaktion.',
  'operation.createSubmission': 'Eine Veranstaltung einsenden',
  'operation.createSubmission.more':
    'Für Formulare anderer Websites. Die Redaktion liest jede Einsendung, bevor sie eine Veranstaltung wird. Ohne geheimen Schlüssel muss die Adresse mit einem Link in einer E-Mail bestätigt werden.',
  'answer.submission-key':
    'Ein Schlüssel, den die Redaktion für ein Formular einer anderen Website angelegt hat; er beginnt mit als_.',
  'answer.Submission.state':
    'unconfirmed: die Adresse muss mit dem Link in einer E-Mail bestätigt werden; waiting: die Redaktion sieht die Veranstaltung.',
  'answer.Submission.url':
    'Seite, auf der man nach dem Einsenden den Stand sieht und die Veranstaltung ändern oder zurückziehen kann; null, bis die Adresse bestätigt ist.',
  'operation.listSubmissions': 'Einsendungen auflisten',
  'operation.listSubmissions.more':
    'Wartende und solche mit Rückfrage in der Reihenfolge ihres Eingangs, entschiedene neueste zuerst. Einsendungen ohne bestätigte Adresse werden nicht aufgelistet.',
  'operation.readSubmission': 'Eine Einsendung lesen',
  'operation.decideSubmission': 'Über eine Einsendung entscheiden',
  'operation.decideSubmission.more':
    'publish und draft legen die Veranstaltung mit den Rechten der Redakteurin oder des Redakteurs an, in derselben Transaktion wie die Entscheidung. ask, publish, draft und refuse senden eine E-Mail an die einsendende Person, wenn ein Mailserver eingerichtet ist. Eine Entscheidung lässt sich nicht ändern.',
  'operation.createSubmissionNote': 'Einer Einsendung eine Notiz für die Redaktion hinzufügen',
  'answer.ReviewedSubmission.state':
    'waiting: die Redaktion muss entscheiden; question: die einsendende Person muss antworten; accepted, refused und spam: entschieden.',
  'answer.ReviewedSubmission.language': 'Sprache, in der die Veranstaltung eingesendet wurde.',
  'answer.ReviewedSubmission.date': 'Datum und Uhrzeit des Eingangs in der Zeitzone der Website.',
  'answer.ReviewedSubmission.date_utc': 'Datum und Uhrzeit des Eingangs in UTC.',
  'answer.ReviewedSubmission.fields': 'Die Felder der Veranstaltung, wie POST /events sie annimmt.',
  'answer.ReviewedSubmission.site':
    'Name des Schlüssels der Website mit dem Formular; null beim Formular dieses Kalenders.',
  'answer.ReviewedSubmission.decided':
    'Datum und Uhrzeit der Entscheidung oder Rückfrage in der Zeitzone der Website; vorher null.',
  'answer.ReviewedSubmission.reason': 'Text der Redaktion an die einsendende Person.',
  'answer.ReviewedSubmission.event': 'Id der Veranstaltung, die aus der Einsendung entstanden ist; vorher null.',
  'answer.ReviewedSubmission.review_url':
    'Seite, auf der die Redaktion die Einsendung mit ihrem Bild sieht und entscheidet.',
  'answer.ReviewedSubmission.picture':
    'Das hochgeladene Bild, bis zur Entscheidung; null, wenn es keines gibt. Nur in der Antwort zu einer einzelnen Einsendung.',
  'answer.ReviewedSubmission.notes': 'Notizen der Redaktion. Nur in der Antwort zu einer einzelnen Einsendung.',
  'parameter.review.state': 'Stand der Einsendungen, die aufgelistet werden.',
  'parameter.review.decision': 'Was mit der Einsendung geschieht.',
  'parameter.review.reason':
    'Text an die einsendende Person: die Rückfrage, der Grund der Ablehnung oder eine Nachricht zur angenommenen Veranstaltung. Erforderlich bei ask und refuse.',
  'parameter.review.image': 'Ob die Veranstaltung das Bild der Einsendung bekommt.',
  'parameter.review.note': 'Text der Notiz.',
  'parameter.submission.start_date': 'Beginn: Datum und Uhrzeit vor Ort.',
  'parameter.submission.end_date': 'Ende: Datum und Uhrzeit vor Ort.',
  'parameter.submission.all_day': 'Ob die Veranstaltung ganze Tage dauert.',
  'parameter.submission.venue': 'Name und Ort des Veranstaltungsorts.',
  'parameter.submission.organizer': 'Name des Veranstalters.',
  'parameter.submission.categories': 'ID einer Kategorie.',
  'parameter.submission.cost': 'Preis: eine Zahl oder ein Text wie Eintritt frei.',
  'parameter.submission.image': 'Adresse eines Bildes, das der Kalender zeigen darf; sie beginnt mit https.',
  'parameter.submission.sender_name': 'Name der einsendenden Person. Nur die Redaktion sieht ihn.',
  'parameter.submission.sender_email': 'E-Mail-Adresse der einsendenden Person. Nur die Redaktion sieht sie.',
  'parameter.submission.message': 'Nachricht an die Redaktion.',
  'parameter.submission.consent': 'true: die einsendende Person stimmt zu, dass Name und Adresse gespeichert werden.',
  'written-since':
    'Nichts wurde rückgängig gemacht, weil einige der Datensätze seither geschrieben wurden; sie stehen in `records`.',
  'operation.group.imports': 'Andere Kalender, die immer wieder importiert werden, und die Berichte aller Importe.',
  'operation.listSubscriptions': 'Abonnements nach Namen auflisten',
  'operation.createSubscription': 'Einen Kalender abonnieren',
  'operation.readSubscription': 'Ein Abonnement lesen',
  'operation.updateSubscription': 'Ein Abonnement ändern',
  'operation.deleteSubscription': 'Ein Abonnement beenden; seine Datensätze bleiben',
  'operation.runSubscription': 'Ein Abonnement jetzt lesen',
  'operation.runSubscription.more':
    'Ein Server liest es innerhalb einer Minute im Hintergrund. `changed_utc` und der neueste Lauf zeigen, wann das geschehen ist.',
  'operation.sendSubscriptionContent': 'Den Inhalt eines Abonnements senden',
  'operation.sendSubscriptionContent.more':
    'Statt ihn abzurufen, liest ein Server diesen Inhalt im Hintergrund. Der Body kann auch der Kalender selbst sein, mit dem Typ `text/calendar`.',
  'operation.previewImport': 'Zeigen, was ein Abonnement importieren würde',
  'operation.previewImport.more': 'Liest eine Adresse oder den gesendeten Inhalt und speichert nichts.',
  'operation.listImportRuns': 'Die Läufe von Importen auflisten, neueste zuerst',
  'operation.importFile': 'Eine Datei oder eine Adresse importieren',
  'operation.importFile.more':
    'Die Datei ist der Teil `file` eines Multipart-Formulars oder der ganze Body mit einem anderen Typ als JSON; die übrigen Felder stehen dann in der Query. Ein Server importiert im Hintergrund: Lesen Sie den Lauf und seine Probleme, bis `state` nicht mehr `running` ist. Mit `dry_run` wird nichts geschrieben, und die Datei wartet bis zu einer Woche auf `/import`. Dieselbe Datei noch einmal ändert nichts.',
  'operation.importDryRun': 'Importieren, was ein Probelauf gelesen hat',
  'operation.importDryRun.more':
    'Mit derselben Datei und denselben Optionen. Eine zweite Anfrage führt zum selben Lauf.',
  'operation.undoImportRun': 'Einen Importlauf rückgängig machen',
  'operation.undoImportRun.more':
    'Das geschieht im Hintergrund. Einträge, die der Lauf angelegt hat, kommen in den Papierkorb oder werden mit `force` endgültig gelöscht; geänderte Einträge bekommen ihre früheren Werte zurück, außer wenn sie seither jemand geändert hat. Die Antwort ist der Lauf, der rückgängig macht; wurde der Lauf schon rückgängig gemacht, der vom ersten Mal.',
  'operation.readImportRun': 'Einen Importlauf lesen',
  'operation.listImportProblems': 'Die Probleme eines Laufs auflisten',
  'answer.runSubscription': 'Das Abonnement, das gelesen wird.',
  'answer.importFile': 'Der bestellte Lauf.',
  'answer.importDryRun': 'Der Lauf, der importiert.',
  'answer.undoImport': 'Der Lauf, der rückgängig macht.',
  'answer.sendContent': 'Das Abonnement, das gelesen wird.',
  'answer.previewImport': 'Die ersten Veranstaltungen, die importiert würden, und die Probleme.',
  'operation.undoBatch': 'Alle Änderungen einer Anfrage rückgängig machen',
  'operation.undoBatch.more':
    'Stellt jeden Datensatz wieder her, den die Anfrage geändert oder entfernt hat, oder keinen. Die Nummer ist die `X-Request-Id` der Antwort auf die Anfrage und `batch` ihrer Fassungen.',
  'answer.undoBatch': 'Die wiederhergestellten Datensätze.',
  'parameter.key.batch': 'Die Nummer der Anfrage, deren Änderungen rückgängig gemacht werden.',
  'operation.merge': 'Einen Datensatz mit einem anderen zusammenführen',
  'operation.merge.more':
    'Die Veranstaltungen des Datensatzes verweisen danach auf den anderen, seine Adressen leiten dorthin weiter, und er kommt in den Papierkorb; eine Kategorie oder ein Schlagwort wird gelöscht. Dazu braucht es mindestens die Rolle Redakteur. Die Gruppe macht das Zusammenführen rückgängig.',
  'answer.merge': 'Der andere Datensatz.',
  'parameter.merge.into': 'Die Nummer des Datensatzes, der bleibt.',
  'reason.too-many-events': '{name}: Höchstens {max} Veranstaltungen lassen sich auf einmal ändern.',
  'reason.other-record': '{name} muss ein anderer Datensatz sein.',
  'operation.removeTexts': 'Texte einer Sprache löschen',
  'operation.listEvents': 'Veranstaltungen auflisten',
  'operation.listEvents.more':
    'Veranstaltungen, die in einem Zeitraum beginnen, nach Beginn geordnet. Ohne Datumsangaben: ab gestern, 24 Monate lang. Alle Filter lassen sich kombinieren.',
  'operation.createEvent': 'Veranstaltung anlegen',
  'operation.createEvent.more':
    'Veranstaltungsort, Veranstalter, Reihen, Kategorien und Schlagwörter können gleich mit angelegt werden.',
  'operation.readEvent': 'Veranstaltung abrufen',
  'operation.previewRecurrence': 'Termine einer wiederholten Veranstaltung berechnen',
  'operation.previewRecurrence.more': 'Speichert nichts.',
  'operation.updateEvent': 'Veranstaltung ändern',
  'operation.deleteEvent': 'Veranstaltung in den Papierkorb legen',
  'operation.readEventBySlug': 'Veranstaltung per Slug abrufen',
  'operation.updateEventBySlug': 'Veranstaltung per Slug ändern',
  'operation.deleteEventBySlug': 'Veranstaltung per Slug in den Papierkorb legen',
  'operation.listOccurrences': 'Die Termine einer wiederholten Veranstaltung auflisten',
  'operation.createOccurrence': 'Einer wiederholten Veranstaltung einen Termin hinzufügen',
  'operation.listVenues': 'Veranstaltungsorte auflisten, neueste zuerst',
  'operation.createVenue': 'Veranstaltungsort anlegen',
  'operation.readVenue': 'Veranstaltungsort abrufen',
  'operation.updateVenue': 'Veranstaltungsort ändern',
  'operation.deleteVenue': 'Veranstaltungsort in den Papierkorb legen',
  'operation.readVenueBySlug': 'Veranstaltungsort per Slug abrufen',
  'operation.updateVenueBySlug': 'Veranstaltungsort per Slug ändern',
  'operation.deleteVenueBySlug': 'Veranstaltungsort per Slug in den Papierkorb legen',
  'operation.listOrganizers': 'Veranstalter auflisten, neueste zuerst',
  'operation.createOrganizer': 'Veranstalter anlegen',
  'operation.readOrganizer': 'Veranstalter abrufen',
  'operation.updateOrganizer': 'Veranstalter ändern',
  'operation.deleteOrganizer': 'Veranstalter in den Papierkorb legen',
  'operation.readOrganizerBySlug': 'Veranstalter per Slug abrufen',
  'operation.updateOrganizerBySlug': 'Veranstalter per Slug ändern',
  'operation.deleteOrganizerBySlug': 'Veranstalter per Slug in den Papierkorb legen',
  'operation.listSeries': 'Reihen auflisten, neueste zuerst',
  'operation.createSeries': 'Reihe anlegen',
  'operation.readSeries': 'Reihe abrufen',
  'operation.updateSeries': 'Reihe ändern',
  'operation.deleteSeries': 'Reihe in den Papierkorb legen',
  'operation.readSeriesBySlug': 'Reihe per Slug abrufen',
  'operation.updateSeriesBySlug': 'Reihe per Slug ändern',
  'operation.deleteSeriesBySlug': 'Reihe per Slug in den Papierkorb legen',
  'operation.listCategories': 'Kategorien auflisten, nach Namen',
  'operation.createCategory': 'Kategorie anlegen',
  'operation.readCategory': 'Kategorie abrufen',
  'operation.updateCategory': 'Kategorie ändern',
  'operation.deleteCategory': 'Kategorie endgültig löschen',
  'operation.listTags': 'Schlagwörter auflisten, nach Namen',
  'operation.createTag': 'Schlagwort anlegen',
  'operation.readTag': 'Schlagwort abrufen',
  'operation.updateTag': 'Schlagwort ändern',
  'operation.deleteTag': 'Schlagwort endgültig löschen',
  'operation.listMedia': 'Bilder auflisten, neueste zuerst',
  'operation.createPicture': 'Bild hochladen',
  'operation.createPicture.more': 'Als Teil `file` eines mehrteiligen Formulars oder direkt als Inhalt der Anfrage.',
  'operation.readPicture': 'Angaben zu einem Bild abrufen',
  'operation.updatePicture': 'Titel und Alternativtext eines Bildes ändern',
  'operation.replacePicture': 'Die Datei eines Bildes ersetzen',
  'operation.replacePicture.more':
    'Als Teil `file` eines Multipart-Formulars oder direkt als Inhalt der Anfrage. Das Bild bekommt eine neue URL; die früheren leiten dorthin weiter.',
  'operation.deletePicture': 'Bild endgültig löschen',
  'operation.readSettings': 'Einstellungen der Website abrufen',
  'operation.updateSettings': 'Einstellungen der Website ändern',
  'operation.listAudit': 'Einträge des Audit-Protokolls auflisten, neueste zuerst',
  'operation.listAudit.more':
    'Nur für Administratoren. Jede Änderung hat einen Eintrag, ein ganzer Import hat einen. Der Eintrag wird in derselben Transaktion wie die Änderung gespeichert und nie verändert.',
  'operation.listLanguages': 'Sprachen der Website auflisten',
  'operation.readIndex': 'Verzeichnis der Routen abrufen',
  'operation.readDocument': 'Dieses Dokument abrufen (OpenAPI)',
  'operation.readReference': 'Dieses Dokument als interaktive Seite öffnen',
  'operation.readHealth': 'Server und Datenbank prüfen',
  'operation.readReadiness': 'Server und Datenbank prüfen',
  'operation.readLiveness': 'Nur den Server prüfen',

  'answer.list': 'Eine Seite der Liste.',
  'answer.read': 'Der Eintrag.',
  'answer.create': 'Der angelegte oder der bereits vorhandene Eintrag.',
  'answer.update': 'Der Eintrag nach der Änderung.',
  'answer.decide': 'Die Einsendung nach der Entscheidung.',
  'answer.addNote': 'Die Einsendung mit ihren Notizen.',
  'answer.replaceFile': 'Das Bild mit seiner neuen Datei.',
  'answer.delete': 'Der Eintrag: im Papierkorb oder, wenn er endgültig gelöscht ist, in seinem letzten Zustand.',
  'answer.readTexts': 'Die Texte, nach Sprachen.',
  'answer.replaceTexts': 'Der Eintrag in der geschriebenen Sprache.',
  'answer.removeTexts': 'Die verbleibenden Texte.',
  'answer.page': 'Eine Seite für den Browser.',
  'answer.unchanged': 'Unverändert seit der Antwort mit diesem ETag.',
  'answer.total': 'Einträge auf allen Seiten zusammen.',
  'answer.total-pages': 'Anzahl der Seiten.',
  'answer.pages-link': 'Links zur nächsten und zur vorigen Seite (RFC 8288).',
  'answer.location': 'Adresse des angelegten Eintrags.',
  'answer.etag':
    'Entity-Tag der Antwort. Für anonyme Anfragen: ihrer Bytes, für If-None-Match. Für angemeldete Benutzer: die Version des Datensatzes, für If-Match.',
  'answer.if-match':
    'Versionen, die der Datensatz haben darf, als Entity-Tags wie "7"; sonst schlägt die Anfrage mit 412 fehl. Schwache Tags stimmen mit nichts überein.',
  'answer.idempotency-key':
    'Ein frei gewählter Schlüssel, neu für jede Anfrage, z. B. eine UUID. Geht die Antwort verloren, wiederholen Sie die Anfrage mit demselben Schlüssel: Sie wird einmal bearbeitet, und eine wiederholte Anfrage erhält 24 Stunden lang die erste Antwort.',
  'answer.idempotency-replayed':
    '„true“, wenn dies die Antwort auf eine frühere Anfrage mit demselben Idempotency-Key ist.',
  'answer.version': 'Version des Datensatzes: 1, wenn er neu ist, und nach jedem Schreiben höher.',
  'answer.content-language': 'Sprache der Texte; bei Listen die gewünschte Sprache.',
  'answer.ignored-parameters':
    'Namen der Parameter und Felder der Anfrage, die ignoriert wurden, weil sie unbekannt sind (Liste nach RFC 8941).',
  'answer.preference-applied': 'Die angewendete Präferenz: handling=strict.',
  'answer.linked-picture-hosts':
    'Hosts der Bilder in der Beschreibung, die Seiten nur als Link zeigen, weil die Einstellung `picture_hosts` sie nicht nennt.',
  'answer.password': 'Benutzername und ein zugehöriges Anwendungspasswort.',
  'answer.token': 'Ein Token dieses Servers; es beginnt mit alm_.',
  'answer.language': 'Sprache der Texte; bei Listen die gewünschte Sprache.',
  'answer.original_language': 'Sprache, in der der Eintrag angelegt wurde.',
  'answer.translations': 'Die Sprachen, in denen der Eintrag vorliegt, jeweils mit Slug und Adressen.',
  'answer.global_id': 'Host und ID: eine Kennung, die keine andere Website vergibt.',
  'answer.author': 'ID des Kontos, dem der Eintrag gehört, als Text.',
  'answer.date': 'Zeitpunkt der Veröffentlichung in der Zeitzone der Website.',
  'answer.date_utc': 'Zeitpunkt der Veröffentlichung in UTC; Nullen, wenn der Eintrag nie veröffentlicht wurde.',
  'answer.modified': 'Zeitpunkt der letzten Änderung in der Zeitzone der Website.',
  'answer.modified_utc': 'Zeitpunkt der letzten Änderung in UTC; Nullen, wenn der Eintrag nie veröffentlicht wurde.',
  'answer.url': 'Adresse der öffentlichen Seite.',
  'answer.rest_url': 'Adresse in dieser API.',
  'answer.next_rest_url': 'Adresse der nächsten Seite, falls es eine gibt.',
  'answer.previous_rest_url': 'Adresse der vorherigen Seite, falls es eine gibt.',
  'answer.count': 'Anzahl der veröffentlichten Veranstaltungen mit dieser Kategorie oder diesem Schlagwort.',
  'answer.json_ld': 'Linked Data (schema.org). Nur beim Abruf eines einzelnen Eintrags.',
  'answer.RecurrencePreview.dates': 'Die ersten 20 Termine.',
  'answer.RecurrencePreview.total': 'Anzahl der Termine; null, wenn die Veranstaltung sich ohne Ende wiederholt.',
  'answer.RecurrencePreview.endless': 'Ob die Veranstaltung sich ohne Ende wiederholt.',
  'answer.recurrence_text': 'Beschreibung der Wiederholung in der Sprache der Anfrage.',
  'answer.Event.slug': 'Leer, solange ein Entwurf keinen Slug hat.',
  'answer.Event.image': 'Das Bild oder false.',
  'answer.Event.start_date': 'Beginn als Ortszeit in der Zeitzone der Veranstaltung.',
  'answer.Event.end_date': 'Ende als Ortszeit in der Zeitzone der Veranstaltung.',
  'answer.Event.utc_start_date': 'Beginn in UTC.',
  'answer.Event.utc_end_date': 'Ende in UTC.',
  'answer.Event.timezone_abbr': 'Abkürzung der Zeitzone zum Zeitpunkt des Beginns.',
  'answer.Event.cost': 'Preis, wie er angezeigt wird; leer ohne Preisangabe.',
  'answer.Event.website': 'Die eigene Website; gibt es keine, die Adresse der öffentlichen Seite.',
  'answer.Event.venue': 'Der Veranstaltungsort; eine leere Liste, wenn es keinen gibt, eine Liste bei mehreren.',
  'answer.Event.series':
    'Die Reihen, zu denen die Veranstaltung gehört, in der Reihenfolge der Anfrage, die sie gesetzt hat.',
  'answer.Event.custom_fields': 'Immer leer.',
  'answer.Event.offers': 'Kartenarten in der Reihenfolge der Anfrage; price null: auf Anfrage.',
  'answer.Event.is_free':
    'Ob die Veranstaltung kostenlos ist, nach offers, Angabe des Autors oder cost; null: nicht bekannt.',
  'answer.Event.event_status': 'Ob die Veranstaltung wie angekündigt stattfindet.',
  'answer.Event.status_reason': 'Warum nicht, als reiner Text; leer ohne Begründung.',
  'answer.Event.previous_start_date':
    'Bei einem neuen Termin: der zuerst angekündigte Beginn in der Zeitzone der Veranstaltung; sonst null.',
  'answer.Event.online_url':
    'Wo die Veranstaltung online stattfindet; leer, wenn sie das nicht tut oder die URL nicht öffentlich ist.',
  'answer.Event.virtual_video_source': 'Immer leer.',
  'answer.Translation.outdated': 'Ob der Text in der Originalsprache nach diesem geändert wurde.',
  'answer.CostDetails.values': 'Die Preise, niedrigster zuerst, oder die Worte in Kleinbuchstaben.',
  'answer.Term.term_taxonomy_id': 'Dasselbe wie id.',
  'answer.Term.parent': 'ID der übergeordneten Kategorie; 0, wenn es keine gibt, und bei Schlagwörtern.',
  'answer.Category.parent': 'ID der übergeordneten Kategorie; 0, wenn es keine gibt.',
  'answer.Series.first_start_date':
    'Beginn der ersten Veranstaltung im öffentlichen Kalender, in der Zeitzone der Veranstaltung; null, wenn es keine gibt.',
  'answer.Series.last_start_date':
    'Beginn der letzten Veranstaltung im öffentlichen Kalender, in der Zeitzone der Veranstaltung; null, wenn es keine gibt.',
  'answer.Series.events_total': 'Anzahl der Veranstaltungen der Reihe im öffentlichen Kalender.',
  'answer.Series.rest_url_events': 'Adresse der Liste der Veranstaltungen.',
  'answer.Image.filesize': 'Größe in Byte.',
  'answer.Image.sizes': 'Kleinere Fassungen, nach Namen; fehlt, wenn das Bild kleiner ist als jede davon.',
  'answer.AuditEntry.user':
    'Anmeldename des Benutzers zum Zeitpunkt der Änderung; auf der Befehlszeile cli: mit dem Benutzernamen des Betriebssystems.',
  'answer.AuditEntry.user_id': 'ID des Kontos; null auf der Befehlszeile.',
  'answer.AuditEntry.record': 'ID des Datensatzes; null, wo es keinen gibt.',
  'answer.AuditEntry.title': 'Titel oder Name des Datensatzes zum Zeitpunkt der Änderung.',
  'answer.AuditEntry.language': 'Sprache der geänderten Texte; leer, wenn es keine gibt.',
  'answer.AuditEntry.fields': 'Namen der Felder, die mit der Änderung gesendet wurden; nie ihre Werte.',
  'answer.AuditEntry.request_id':
    'ID der Anfrage, wie in der Kopfzeile X-Request-Id und im Protokoll; leer auf der Befehlszeile.',
  'answer.AuditEntry.date': 'Zeitpunkt der Änderung in der Zeitzone der Website.',
  'answer.AuditEntry.date_utc': 'Zeitpunkt der Änderung in UTC.',

  'recurrence.day': 'Täglich',
  'recurrence.days': 'Alle {n} Tage',
  'recurrence.weeks': 'Alle {n} Wochen',
  'recurrence.month': 'Jeden Monat',
  'recurrence.months': 'Alle {n} Monate',
  'recurrence.year': 'Jedes Jahr',
  'recurrence.years': 'Alle {n} Jahre',
  'recurrence.workdays': 'Täglich von Montag bis Freitag',
  'recurrence.each': 'Jeden {list}',
  'recurrence.each-names': 'Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag',
  'recurrence.on-names': 'Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag',
  'recurrence.on-weekday': '{weekday}',
  'recurrence.on-weekdays': 'am {list}',
  'recurrence.on-day': 'am {list}',
  'recurrence.on-days': 'am {list}',
  'recurrence.ordinal-day': '{day}.',
  'recurrence.on-last-day': 'am letzten Tag',
  'recurrence.on-place': 'am {list}',
  'recurrence.place': '{ordinals} {weekday}',
  'recurrence.place-of-workday': '{ordinals} Tag von Montag bis Freitag',
  'recurrence.ordinals': 'ersten|zweiten|dritten|vierten|fünften|letzten',
  'recurrence.day-and-month': '{date}',
  'recurrence.on-dates': 'am {list}',
  'recurrence.in-months': 'im {list}',
  'recurrence.in-month': '{month}',
  'recurrence.until': ', bis zum {date}',
  'recurrence.times': ', {n}-mal',
  'recurrence.at': 'um {list} Uhr',
  'recurrence.one-date': 'An einem Termin',
  'recurrence.dates': 'An {n} Terminen',
  'recurrence.several': 'An mehreren Terminen',
  'recurrence.one-more': ', und an einem weiteren Termin',
  'recurrence.more': ', und an {n} weiteren Terminen',

  'feed.ics': 'Kalender (iCalendar)',
  'feed.rss': 'Neuigkeiten (RSS)',
  'feed.atom': 'Neuigkeiten (Atom)',
  'feed.json': 'Neuigkeiten (JSON Feed)',
  'feed.csv': 'Tabelle (CSV)',
  'feed.jscal': 'Kalender (JSCalendar)',
  'feed.about': 'Veranstaltungen von {title}',
  'feed.when': 'Wann',
  'feed.where': 'Wo',
  'feed.cost': 'Preis',
  'operation.group.feeds': 'Feeds mit Veranstaltungen zum Abonnieren.',
  'operation.feedEventsIcs': 'Veranstaltungen für Kalenderprogramme (iCalendar)',
  'operation.feedEventsRss': 'Nächste Veranstaltungen für Feedreader (RSS)',
  'operation.feedEventsAtom': 'Nächste Veranstaltungen für Feedreader (Atom)',
  'operation.feedEventsFeedJson': 'Nächste Veranstaltungen für Feedreader (JSON Feed)',
  'operation.feedEventsCsv': 'Veranstaltungen als Tabelle (CSV)',
  'operation.feedEventsJscalJson': 'Veranstaltungen für Kalenderprogramme (JSCalendar)',
  'operation.feed.more':
    'Akzeptiert die Parameter der Liste. Ohne page und per_page: alle Veranstaltungen, ohne start_date die der letzten 30 Tage und alle späteren, bei RSS, Atom und JSON Feed die nächsten 50 ab heute.',
  'operation.feedOne': 'Eine Veranstaltung im Format der Adressendung abrufen',
  'operation.feedSeries': 'Veranstaltungen einer Reihe oder eines Festivals im Format der Adressendung',
  'operation.feedSeries.more':
    'Ohne start_date und end_date: alle Veranstaltungen der Reihe, bei RSS, Atom und JSON Feed die nächsten 50 ab heute. Akzeptiert die Parameter der Liste außer series.',
  'answer.feed': 'Der Feed.',
  'answer.feedOne': 'Die Veranstaltung im Format der Adressendung.',
  'answer.feedSeries': 'Der Feed.',

  'kind.event': 'Veranstaltung',
  'kind.venue': 'Ort',
  'kind.organizer': 'Veranstalter',
  'kind.series': 'Reihe',
  'kind.category': 'Kategorie',
  'kind.tag': 'Schlagwort',
  'event-status.cancelled': 'Abgesagt',
  'event-status.postponed': 'Verschoben',
  'event-status.rescheduled': 'Neuer Termin',
  'event-status.moved_online': 'Findet online statt',
  'event-status.sold_out': 'Ausverkauft',
  'event-status.headline': '{word}: {title}',
  'attendance.online': 'Online',
  'attendance.mixed': 'Vor Ort und online',

  'wordpress.event': 'Veranstaltungen',
  'wordpress.venue': 'Veranstaltungsorte',
  'wordpress.organizer': 'Veranstalter',
  'wordpress.series': 'Reihen',
  'wordpress.picture': 'Medien',
  'wordpress.category': 'Veranstaltungskategorien',
  'wordpress.tag': 'Schlagwörter',

  'import.reference': '{name} verweist auf „{value}“, das nicht importiert wurde.',
  'import.language': 'Dieser Kalender hat die Sprache {value} nicht.',
  'import.duplicate': 'Die Quelle enthält „{value}“ mehrmals mit verschiedenem Inhalt.',
  'import.picture': 'Das Bild konnte nicht geladen werden: {value}.',
  'import.id-taken': 'Die ID {value} ist vergeben; der Eintrag hat eine andere bekommen.',
  'import.changed-here': '{name} wurde in diesem Kalender geändert und behält seinen Wert.',
  'import.ambiguous-name': 'Mehrere Einträge heißen „{value}“; der älteste, {id}, wurde verwendet.',
  'import.author': 'Das Konto „{value}“ gibt es nicht; der Eintrag gehört dem Konto des Imports.',
  'import.cells': 'Die Zeile hat {value} Zellen, die Kopfzeile aber {count}.',
  'import.columns': 'Diese Spalten sind unbekannt und wurden übergangen: {value}.',
  'import.date-order':
    'Alle Tage sind höchstens 12, daher ist die Reihenfolge von Tag und Monat unsicher; Daten wurden als {value} gelesen.',
  'import.no-external-id':
    'Die Datei hat keine Spalte mit IDs, daher werden Zeilen an Name, Beginn und Ort wiedererkannt.',
  'import.line': 'Diese Zeile kann nicht gelesen werden und wurde weggelassen: {value}.',
  'import.zone': 'Die Zeitzone „{value}“ ist unbekannt; Zeiten wurden in {zone} gelesen.',
  'import.newer-version': '„{value}“ steht mehrmals im Kalender; die neueste Fassung wurde importiert.',
  'import.end-before-start': 'Das Ende {value} liegt vor dem Beginn; der Beginn wurde übernommen.',
  'import.this-and-future':
    'Die Änderung am {value}, die auch für alle späteren Termine gilt, wurde nur für diesen Termin importiert.',
  'import.rule': 'Die Regel {value} kann nicht gespeichert werden; nur der erste Termin wurde importiert.',
  'import.unreadable': 'Das ist kein gültiger Eintrag: {value}.',
  'import.rule-as-dates':
    'Die Regel {value} kann nicht gespeichert werden; ihre {count} Termine wurden einzeln importiert.',
  'import.trash': '„{value}“ liegt im Papierkorb der Quelle und wurde nicht importiert.',
  'import.password': 'Die Veranstaltung hat ein Passwort, das es hier nicht gibt. Sie wurde privat.',
  'import.single-event':
    'Die Website hat diese Veranstaltung nicht einzeln geliefert: Ihr Status und ihr Text, wie er geschrieben wurde, fehlen vielleicht.',
  'import.shortcodes': 'Der Text enthält Shortcodes, die unverändert bleiben: {value}.',
  'import.additional-fields': 'Zusätzliche Felder gibt es hier nicht; sie wurden nicht importiert: {value}.',
  'import.page': 'Diese Seite einer Liste konnte nicht gelesen werden: {value}.',
  'import.dates-without-rule':
    'Die Quelle nennt nur die Termine dieser Veranstaltung, nicht ihre Regel. {count} Termine wurden importiert.',
  'import.dates-left-out': '{count} weitere Termine dieser Veranstaltung wurden nicht importiert.',
  'import.likely-translations':
    'Die Website enthält anscheinend {count} Einträge in mehreren Sprachen, ohne das anzugeben. --join <Datei> listet sie zum Prüfen auf.',
  'import.no-translations': 'Die Website enthält nichts in der Sprache {value}.',
  'import.separate-translation': '„{value}“ wurde früher als eigener Eintrag importiert, {id}. Er bleibt bestehen.',
  'import.characters': 'Zeichen, die nicht gespeichert werden können, wurden entfernt.',
  'import.members': 'Diese Angaben wurden nicht importiert: {value}.',
  'import.no-event': 'Der Eintrag {value} hat keine Zeiten: _event fehlt.',
  'import.changed-since': 'Der Eintrag wurde nach dem Import geändert. Diese Änderung bleibt.',
  'import.used-elsewhere': 'Andere Veranstaltungen verweisen auf den Eintrag; er bleibt.',
  'import.other-source': 'Auch eine andere Quelle enthält den Eintrag; er bleibt.',
  'import.no-version': 'Die Fassung vor dem Import ist nicht mehr gespeichert; der Eintrag bleibt, wie er ist.',
  'subscription.no-response': 'Die Adresse kann nicht gelesen werden: {value}.',
  'subscription.status': 'Die Adresse antwortet mit dem Status {value}.',
  'subscription.too-large': 'Die Antwort ist größer als {value} MiB.',
  'subscription.too-slow': 'Das Lesen dauerte länger als {value} Sekunden.',
  'subscription.no-calendar': 'Die Adresse liefert keinen Kalender dieses Typs: {value}.',
  'subscription.own-calendar':
    'Die Adresse liefert die Veranstaltungen dieses Kalenders, der nicht seine eigene Quelle sein kann.',
  'subscription.empty': 'Die Quelle enthält keine Veranstaltungen mehr. Nichts wurde entfernt.',
  'subscription.shrunk': '{count} von {value} kommenden Veranstaltungen fehlen in der Quelle. Nichts wurde entfernt.',
  'subscription.cut-off': 'Die Quelle endet mittendrin. Das Lesbare wurde importiert, nichts wurde entfernt.',
  'subscription.too-many':
    'Die Quelle hat mehr als {value} Veranstaltungen. Die ersten wurden importiert, nichts wurde entfernt.',
  'subscription.new-ids':
    'Die Quelle hat {count} Veranstaltungen neue Kennungen gegeben. Sie wurden an Beginn, Titel und Ort erkannt.',
  'subscription.turned-off': 'Die Quelle war eine Woche lang nicht lesbar und wird nicht mehr abgerufen.',

  'llms.about': '{title} ist ein Veranstaltungskalender: was wann und wo stattfindet, in mehreren Sprachen.',
  'llms.api': 'API',
  'llms.filters':
    'Listen von Veranstaltungen akzeptieren `start_date` und `end_date` (Tage), `search`, `categories`, `tags`, `venue`, `organizer`, `series`, `featured`, `ongoing`, `geoloc_lat`, `geoloc_lng` und `geoloc_radius` (Kilometer), `page` und `per_page` (höchstens 50). Zum Lesen ist kein API-Schlüssel nötig.',
  'llms.feeds': 'Feeds',
  'llms.subscribe':
    'Feeds akzeptieren dieselben Parameter wie die Liste der Veranstaltungen. Die Adresse des Feeds einer einzelnen Veranstaltung enthält deren ID: `/events/15.ics`.',
  'llms.pages': 'Seiten',
}

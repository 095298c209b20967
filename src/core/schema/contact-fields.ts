import { attachDocumentationToSchema, fieldWithCheckAndConversion, Type } from './field-types.ts'

/** The allowed URL schemes of websites: those that WordPress allows. They do not include `javascript:` and `data:`. */
const SCHEMES = new Set(
  'http https ftp ftps mailto news irc irc6 ircs gopher nntp feed telnet mms rtsp sms svn tel fax xmpp webcal urn'.split(
    ' ',
  ),
)

const LENGTH_MAX = 2000

/** Whether the text is an absolute URL in printable ASCII with an allowed scheme. */
export function isWebsiteUrl(text: string): boolean {
  const match = /^([a-z][a-z0-9+.-]*):([\x21-\x7e]+)$/i.exec(text)
  if (!match || text.length > LENGTH_MAX || /["<>\\^`{|}]/.test(text)) return false
  const [, scheme = '', rest = ''] = match
  if (!SCHEMES.has(scheme.toLowerCase())) return false
  return rest.startsWith('//') ? URL.canParse(text) && new URL(text).host !== '' : !/^(http|ftp)s?$/i.test(scheme)
}

/** Schema of a website URL. Empty text and null delete the stored URL. */
export const websiteField = () =>
  fieldWithCheckAndConversion(
    Type.Union([Type.String(), Type.Null()]),
    (text) => text === null || text === '' || isWebsiteUrl(text),
    (text) => text ?? '',
    { reason: 'reason.website' },
  )

/**
 * Schema of an e-mail address, validated like HTML's `<input type=email>` (WHATWG HTML, 4.10.5.1.5). Empty text and
 * null delete the stored address.
 */
export const emailField = () =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.Union([Type.String({ maxLength: 254 }), Type.Null()]),
      (text) => text === null || text === '' || EMAIL.test(text),
      (text) => text ?? '',
      { reason: 'reason.email' },
    ),
    { format: 'email' },
  )

/** Schema of an e-mail address as in `emailField`, which must not be empty. */
export const requiredEmailField = () =>
  attachDocumentationToSchema(
    fieldWithCheckAndConversion(
      Type.String({ maxLength: 254 }),
      (text) => EMAIL.test(text),
      (text) => text,
      { reason: 'reason.email' },
    ),
    { format: 'email' },
  )

const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

import XmlBuilder from 'fast-xml-builder'

/**
 * XML elements by name. The key `@name` is an attribute `name`, `#text` the text of an element that also has
 * attributes, `$cdata` a CDATA section.
 */
export type XmlElements = { [name: string]: string | number | XmlElements | (string | XmlElements)[] | undefined }

const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  cdataPropName: '$cdata',
  suppressEmptyNode: true,
})

/**
 * Serializes elements as XML. Elements that are empty or undefined are omitted. Texts must not contain control
 * characters, which `core/text/printable-text.ts` removes.
 */
export const buildXml = (elements: XmlElements): string => builder.build(withoutEmpty(elements))

function withoutEmpty(elements: XmlElements): XmlElements {
  return Object.fromEntries(Object.entries(elements).filter(([, value]) => value !== undefined && value !== ''))
}

/**
 * Serializes an XML document without its last end tags, so that the caller can append more elements.
 * @param closing the end tags to omit
 */
export function serializeXmlWithoutLastEndTags(document: XmlElements, closing: string): string {
  // The XML builder writes an element without content as `<x/>`. To leave it open, this is replaced by the start tag
  // `<x>`.
  const whole = buildXml({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...document })
  if (whole.endsWith(closing)) return whole.slice(0, -closing.length)
  return whole.replace(/\/>$/, '>')
}

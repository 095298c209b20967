import XmlBuilder from 'fast-xml-builder'

/** Elements by name; `@name` is an attribute, `#text` the text beside attributes, `$cdata` text that is not escaped. */
export type XmlElements = { [name: string]: string | number | XmlElements | (string | XmlElements)[] | undefined }

const builder = new XmlBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  cdataPropName: '$cdata',
  suppressEmptyNode: true,
})

/** Its texts must be printable (see core/printable.ts); what is undefined is left out. */
export const buildXml = (elements: XmlElements): string => builder.build(present(elements))

function present(elements: XmlElements): XmlElements {
  const kept = Object.entries(elements).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(kept)
}

/** A document cut before its last end tags, so that more elements can follow. */
export function openDocument(document: XmlElements, closing: string): string {
  // An element without any content would be closed at once.
  const whole = buildXml({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...document })
  if (whole.endsWith(closing)) return whole.slice(0, -closing.length)
  return whole.replace(/\/>$/, '>')
}

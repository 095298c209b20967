import XmlBuilder from 'fast-xml-builder'

/**
 * XML elements by name. `@name` is an attribute, `#text` the text of an element with attributes, `$cdata` a CDATA
 * section.
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
 * Serializes elements, without empty and undefined ones. Texts must be free of control characters
 * (`core/text/printable.ts`).
 */
export const buildXml = (elements: XmlElements): string => builder.build(withoutEmpty(elements))

function withoutEmpty(elements: XmlElements): XmlElements {
  return Object.fromEntries(Object.entries(elements).filter(([, value]) => value !== undefined && value !== ''))
}

/** Serializes a document without its last end tags, so that more elements can follow. @param closing those end tags */
export function openDocument(document: XmlElements, closing: string): string {
  // An element without content is written as `<x/>`.
  const whole = buildXml({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...document })
  if (whole.endsWith(closing)) return whole.slice(0, -closing.length)
  return whole.replace(/\/>$/, '>')
}

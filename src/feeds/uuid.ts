import { hash } from 'node:crypto'

/**
 * A name-based UUID (RFC 9562, 5.5; version 5): always the same for a record, and different from those of all other
 * sites.
 * @param siteId namespace, 32 hexadecimal digits
 * @param name   of a record or list of the site, e.g. `event/15`
 */
export function nameBasedUuid(siteId: string, name: string): string {
  const bytes = hash('sha1', Buffer.concat([Buffer.from(siteId, 'hex'), Buffer.from(name)]), 'buffer').subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

import { hash } from 'node:crypto'

/**
 * A UUID computed from a name (RFC 9562, UUID version 5). Equal names give equal UUIDs at the same site, and different
 * UUIDs at different sites.
 * @param siteId namespace: a random id of the site, 32 hexadecimal digits
 * @param name name of a record or list of the site, e.g. `event/15`
 */
export function createNameBasedUuid(siteId: string, name: string): string {
  const bytes = hash('sha1', Buffer.concat([Buffer.from(siteId, 'hex'), Buffer.from(name)]), 'buffer').subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

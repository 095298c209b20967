import { LRUCache } from 'lru-cache'

/**
 * Creates a map from client addresses that discards the least recently used entry when it is full. Its memory grows
 * with its entries: with the option `max`, the cache would allocate all of it at the start.
 */
export const createLruMapOfClients = <Value extends object>(entriesMax: number) =>
  new LRUCache<string, Value>({ maxSize: entriesMax, sizeCalculation: () => 1 })

/**
 * A queue of items of several clients. The clients take turns: one item of each client, round after round, so that a
 * client with many items does not delay the first item of another one. The queue also limits how many items of one
 * client run at once.
 */
export interface FairQueue<Item> {
  /** The number of waiting items. */
  length(): number
  /** The number of waiting items of one client. */
  lengthOf(client: string): number
  /**
   * Whether a new item of this client can run at once: no item waits for a turn, and the client runs fewer items than
   * its limit.
   */
  canRun(client: string): boolean
  /** The number of items that would start before a new item of this client, since the clients take turns. */
  position(client: string): number
  add(client: string, item: Item): void
  /** Removes and returns the item whose turn it is; undefined if no waiting item may run now. */
  take(): { client: string; item: Item } | undefined
  /** Counts an item of this client as running. */
  begin(client: string): void
  /** Counts a running item of this client as ended. */
  end(client: string): void
  /** Removes all waiting items for which the function returns false. */
  filter(isWaiting: (item: Item) => boolean): void
}

interface Client<Item> {
  name: string
  /** The waiting items of the client, in order of arrival. */
  waiting: Item[]
  running: number
  /** Whether the client is in the list of the clients that take turns. */
  hasTurn: boolean
}

/**
 * Creates an empty queue in which clients take turns.
 * @param runningPerClientMax how many items of one client may run at once
 */
export function createFairQueue<Item>(runningPerClientMax: number): FairQueue<Item> {
  /** All clients with waiting or running items. */
  const clients = new Map<string, Client<Item>>()
  /** The clients with waiting items that may run one, in the order of their turns. */
  const turns: Client<Item>[] = []
  let length = 0
  let clientsWaiting = 0

  function clientNamed(name: string): Client<Item> {
    const existing = clients.get(name)
    if (existing) return existing
    const client = { name, waiting: [], running: 0, hasTurn: false }
    clients.set(name, client)
    return client
  }
  /** Appends the client to the turns if it may run one of its items; removes a client without items. */
  function update(client: Client<Item>): void {
    if (client.waiting.length === 0) {
      if (client.running === 0) clients.delete(client.name)
    } else if (!client.hasTurn && client.running < runningPerClientMax) {
      client.hasTurn = true
      turns.push(client)
    }
  }
  return {
    length: () => length,
    lengthOf: (name) => clients.get(name)?.waiting.length ?? 0,
    canRun: (name) => turns.length === 0 && (clients.get(name)?.running ?? 0) < runningPerClientMax,
    position(name) {
      const own = clients.get(name)?.waiting.length ?? 0
      const others = clientsWaiting - (own > 0 ? 1 : 0)
      return Math.min(length, own + (own + 1) * others)
    },
    add(name, item) {
      const client = clientNamed(name)
      if (client.waiting.length === 0) clientsWaiting += 1
      client.waiting.push(item)
      length += 1
      update(client)
    },
    take() {
      const client = turns.shift()
      if (client === undefined) return undefined
      client.hasTurn = false
      const item = client.waiting.shift() as Item
      length -= 1
      if (client.waiting.length === 0) clientsWaiting -= 1
      client.running += 1
      update(client)
      return { client: client.name, item }
    },
    begin(name) {
      clientNamed(name).running += 1
    },
    end(name) {
      const client = clientNamed(name)
      client.running -= 1
      update(client)
    },
    filter(isWaiting) {
      length = 0
      clientsWaiting = 0
      for (const client of clients.values()) {
        client.waiting = client.waiting.filter(isWaiting)
        length += client.waiting.length
        if (client.waiting.length > 0) clientsWaiting += 1
        else if (client.hasTurn) {
          client.hasTurn = false
          turns.splice(turns.indexOf(client), 1)
        }
        update(client)
      }
    },
  }
}

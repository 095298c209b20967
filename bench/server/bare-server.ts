import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import { buffer } from 'node:stream/consumers'
import { listeningOrigin } from '../../test/kit/processes/serve.ts'
import { pinToCore } from './processes.ts'
import { nodeFlags } from './server.ts'

/** A plain `node:http` server for comparison. */
export interface BareServer {
  origin: string
  pid: number
  close(): Promise<void>
}

/**
 * Starts the fastest possible Node server: `node:http` that sends the same response to every request.
 * @param url  the response of this URL is copied: headers and body
 * @param core CPU core of the server
 */
export async function startBareServer(url: string, core: number): Promise<BareServer> {
  const program = pinToCore(core, process.execPath, [...nodeFlags(), import.meta.filename, url])
  const child = spawn(...program, { stdio: ['ignore', 'pipe', 'inherit'] })
  const origin = await listeningOrigin(child)
  return {
    origin,
    pid: child.pid as number,
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}

/** Headers that Node adds itself. */
const ADDED = ['date', 'connection', 'keep-alive']

async function serve(url: string): Promise<void> {
  const [answer] = await once(get(url), 'response')
  const body = await buffer(answer)
  const headers = Object.entries<string>(answer.headers)
    .filter(([name]) => !ADDED.includes(name))
    .flat()
  const server = createServer({ keepAliveTimeout: 72_000 }, (_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  process.stdout.write(`bare: listens on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
}

if (process.argv[1] === import.meta.filename) await serve(process.argv[2] as string)

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from '../eventually.ts'

const PROGRAM = '/usr/sbin/nginx'
const NGINX_SKIPPED = `nginx is not installed (${PROGRAM})`
const OPERATIONS = join(import.meta.dirname, '../../../docs/operations.md')

/** Why tests with nginx are skipped, or false. @throws if nginx is missing although `REQUIRE_NGINX=1` */
export function nginxSkipReason(): string | false {
  if (existsSync(PROGRAM)) return false
  if (process.env.REQUIRE_NGINX === '1') throw new Error(NGINX_SKIPPED)
  process.stderr.write(`\n*** TESTS ARE SKIPPED: ${NGINX_SKIPPED}. ***\n\n`)
  return NGINX_SKIPPED
}

/**
 * Runs nginx with the configuration in docs/operations.md. Only port, certificate and address of the server are
 * replaced.
 * @param folder an existing folder for the files of nginx
 * @param origin address of the Almanac server
 */
export async function startNginx(folder: string, origin: string) {
  const port = await freePort()
  for (const name of ['tmp', 'logs']) mkdirSync(join(folder, name))
  execFileSync(
    'openssl',
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=calendar.example -keyout key.pem -out cert.pem'.split(' '),
    { cwd: folder, stdio: 'ignore' },
  )
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, origin))
  const child = spawn(PROGRAM, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'logs/error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const ended = once(child, 'exit')
  const send = (path: string, options: object = {}, body?: Buffer) => sendRequest(port, path, options, body)
  for (const until = performance.now() + HANG_MS; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${errors}`)
    if (await send('/health/live').catch(() => undefined)) break
    if (performance.now() > until) throw new Error(`nginx does not listen: ${errors}`)
  }
  return {
    port,
    /** Sends an HTTP/1.1 request for the host `calendar.example`. */
    send,
    /** What nginx wrote to the standard error, e.g. warnings about the configuration. */
    errors: () => errors,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function configuration(folder: string, port: number, origin: string): string {
  const [, block = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync(OPERATIONS, 'utf8')) ?? []
  const replaced = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/letsencrypt/live/calendar.example/fullchain.pem', 'cert.pem'],
    ['/etc/letsencrypt/live/calendar.example/privkey.pem', 'key.pem'],
    ['http://127.0.0.1:3000', origin],
  ].reduce((text, [from = '', to = '']) => {
    if (!text.includes(from)) throw new Error(`docs/operations.md has no nginx configuration with ${from}`)
    return text.replace(from, to)
  }, block)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/tmp/${name};`,
  )
  // As root, nginx would drop privileges to a user who may not write to the folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  return `${user}daemon off; pid nginx.pid; worker_processes 1; events {}
http { access_log off; ${paths.join(' ')}
${replaced}}`
}

/** @returns a TCP port of 127.0.0.1 that no program uses at the moment */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

interface ProxiedResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

function sendRequest(
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
  body?: Buffer,
): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: 'calendar.example', ...headers },
        rejectUnauthorized: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

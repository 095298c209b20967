import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Config, ConfigError } from '../../../config/config-types.ts'
import { http } from '../../../core/generic/node-http.ts'
import { PROMETHEUS_CONTENT_TYPE } from '../../../core/prometheus-format.ts'
import { createBearerTokenCheck } from '../../../http/request/bearer-token.ts'

export interface MetricsListener {
  origin: string
  close(): Promise<void>
}

/**
 * Starts an HTTP server for metrics on a separate port; its only path is `/metrics`. @throws {ConfigError} when the
 * port cannot be opened
 */
export async function openMetricsListener(
  port: number,
  { metricsHost, metricsToken }: Readonly<Config>,
  text: () => Promise<string>,
): Promise<MetricsListener> {
  const isAllowed = metricsToken === undefined ? () => true : createBearerTokenCheck(metricsToken)
  const server = http.createServer(({ method, url = '', headers }, response) => {
    const isMetricsRequest = (method === 'GET' || method === 'HEAD') && /^\/metrics(?:\?|$)/.test(url)
    if (!isMetricsRequest || !isAllowed(headers.authorization)) return response.writeHead(404).end()
    text().then(
      (body) => response.writeHead(200, { 'content-type': PROMETHEUS_CONTENT_TYPE }).end(body),
      () => response.writeHead(503).end(),
    )
  })
  server.requestTimeout = 10_000
  await once(server.listen(port, metricsHost), 'listening').catch((error: Error) => {
    throw new ConfigError(`METRICS_PORT: ${error.message}`)
  })
  const { address, port: openPort, family } = server.address() as AddressInfo
  return {
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${openPort}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

import { createSendRequest, systemClientClock } from '../../import/sources/tec/client.ts'
import { tecSource } from '../../import/sources/tec/tec.ts'
import { fetchPicture } from '../../media/fetch.ts'
import { parseFetchUrl } from '../../media/fetch-policy.ts'
import type { RunCommand } from '../command.ts'
import { originOf } from '../command-scope.ts'
import { pairsIn, parseArguments, UsageError } from '../options.ts'
import { withDatabase } from '../with-database.ts'
import { IMPORT_FLAGS, importFrom } from './import-run.ts'

const TEC_FLAGS = {
  source: { type: 'string' },
  user: { type: 'string' },
  'application-password': { type: 'string' },
  'author-map': { type: 'string' },
} as const

/** The command that imports a live site with The Events Calendar. */
export const importTec: RunCommand = async (argv, context) => {
  const { values, words } = parseArguments(argv, { ...IMPORT_FLAGS, ...TEC_FLAGS }, ['address'])
  const url = siteAddress(words[0] as string)
  const { user, 'application-password': password } = values
  if ((user === undefined) !== (password === undefined))
    throw new UsageError('--user and --application-password are used together')
  await withDatabase(context, values, async (db, config) => {
    const guard = { allowPrivate: config.allowPrivateFetch }
    const source = tecSource(values.source ?? `tec:${url.host}${url.pathname.replace(/\/$/, '')}`, {
      url,
      credentials: user !== undefined && password !== undefined ? { user, password } : undefined,
      authorMap: pairsIn('author-map', values['author-map']),
      send: createSendRequest(guard),
      clock: systemClientClock(context.signal),
      fetchPicture: (address) => fetchPicture(address, guard),
      ownOrigin: originOf(config),
    })
    await importFrom(source, values, { db, config, context })
  })
}

function siteAddress(text: string): URL {
  const url = parseFetchUrl(text)
  if (!url) throw new UsageError('the address must be that of a home page, such as https://old.example/')
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

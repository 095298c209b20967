import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { COLLECTION_BY_KIND } from '../../../collections/collection-by-kind.ts'
import type { EventRow } from '../../../collections/events/event-row.ts'
import { isRepeatedEvent } from '../../../collections/events/repeat/repeated-event-columns-and-overrides.ts'
import { ANONYMOUS } from '../../../core/caller.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import { createCoalescerOfSimultaneousCalls } from '../../../core/generic/coalesce-calls.ts'
import { KINDS, type Kind } from '../../../core/kinds.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import { drawSvgAsPng } from '../../../media/image-decoder.ts'
import { createPageContext, MAP_WITHOUT_SCRIPT, type PageContext } from '../../../pages/page-context.ts'
import { VIEW_NAMES } from '../../../pages/page-paths.ts'
import { NO_FILTER } from '../../../pages/parse-event-filter-of-page.ts'
import { loadUpcomingDatesOfRepeatedEvent } from '../../../pages/parts/event/dates-of-repeated-event.ts'
import { isPeriodOfView } from '../../../pages/period-of-view.ts'
import { loadLetterOutlines, type Outlines } from '../../../pages/share-pictures/letter-outlines.ts'
import {
  eventSharePicture,
  hashOfSharePicture,
  parseSharePictureName,
  recordSharePicture,
  siteSharePicture,
  viewSharePicture,
} from '../../../pages/share-pictures/share-picture.ts'
import type { SharePicture } from '../../../pages/share-pictures/share-picture-content.ts'
import { sharePictureSvg } from '../../../pages/share-pictures/share-picture-svg.ts'
import type { Settings } from '../../../settings/site-settings.ts'
import { createRequestScope, type Services } from '../../request/create-request-scope.ts'
import { matchIfNoneMatchHeader } from '../../response/entity-tag.ts'

/** Total size of the drawn pictures in memory; one picture has about 25 KB. */
const CACHE_BYTES = 8 * 1024 * 1024
/** Not immutable: a record whose page disappears should disappear from caches too. */
const CACHE_CONTROL = 'public, max-age=86400'

/**
 * Creates the function that sends generated pictures for previews of links to pages (decision 0090). They show only
 * what anonymous readers may see, even to users who are signed in. An address with a former hash gets the present
 * picture.
 */
export function createSharePictureSender(services: Services) {
  const readOrDraw = createDrawnPictures()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { name } = request.params as { name: string }
    const scope = await createRequestScope(services, request, {}, new Problems())
    const context = createPageContext({ ...scope, caller: ANONYMOUS }, NO_FILTER, {
      isEmbedded: false,
      map: MAP_WITHOUT_SCRIPT,
    })
    const picture = await findSharePicture(context, name)
    if (picture === undefined) throw new CalendarError('picture-not-found')
    const hash = hashOfSharePicture(context, picture)
    // The entity tag is weak, since another version of this program may draw the picture in different bytes.
    const tag = `W/"${hash}"`
    reply.headers({
      'cache-control': name.endsWith(`-${hash}.png`) ? CACHE_CONTROL : 'no-cache',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: tag,
    })
    if (matchIfNoneMatchHeader(request.headers['if-none-match'], [tag], tag) !== undefined)
      return reply.code(304).send()
    return reply.type('image/png').send(await readOrDraw(hash, picture, context.scope.site))
  }
}

/**
 * Creates a function that returns the file of a picture from the cache, or draws it, once for simultaneous requests.
 */
function createDrawnPictures() {
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => length })
  const drawOnce = createCoalescerOfSimultaneousCalls<Buffer>()
  let outlines: Promise<Outlines> | undefined
  const draw = async (hash: string, picture: SharePicture, site: Settings) => {
    outlines ??= loadLetterOutlines()
    const bytes = await drawSvgAsPng(sharePictureSvg(picture, site, await outlines))
    cache.set(hash, bytes)
    return bytes
  }
  return async (hash: string, picture: SharePicture, site: Settings): Promise<Buffer> =>
    cache.get(hash) ?? drawOnce(hash, () => draw(hash, picture, site))
}

/** What the picture with a file name shows; undefined if anonymous readers cannot see the page that it names. */
async function findSharePicture(context: PageContext, name: string): Promise<SharePicture | undefined> {
  const { page, detail } = parseSharePictureName(name) ?? {}
  if (page === 'home' && detail === undefined) return siteSharePicture(context)
  const view = VIEW_NAMES.find((one) => one === page)
  if (view && (detail === undefined || isPeriodOfView(view, detail))) return viewSharePicture(context, view, detail)
  const [kind, id] = [KINDS.find((one) => one === page), parseId(detail)]
  return kind && id !== undefined ? findRecordPicture(context, kind, id) : undefined
}

async function findRecordPicture(context: PageContext, kind: Kind, id: number): Promise<SharePicture | undefined> {
  const { scope } = context
  const { find, rights } = COLLECTION_BY_KIND[kind]
  const row = await find(scope, { id })
  if (!row || !rights.canRead(scope, row)) return undefined
  if (kind !== 'event') return recordSharePicture(context, kind, row as Parameters<typeof recordSharePicture>[2])
  const event = row as EventRow
  const [next] = isRepeatedEvent(event) ? await loadUpcomingDatesOfRepeatedEvent(context, event) : []
  return eventSharePicture(context, event, next ?? event)
}

import assert from 'node:assert/strict'
import { COLLECTION_BY_KIND } from '../../../src/collections/collection-by-kind.ts'
import { collectionNameOfKind, isLinkedKind, KIND_PROPERTIES, POST_KINDS } from '../../../src/core/kinds.ts'
import { storePicture } from '../../../src/media/picture-store.ts'
import { LINK_FILTERS } from '../../../src/pages/parse-event-filter-of-page.ts'
import type { TestCaller } from '../server/accounts.ts'
import type { TestServer } from '../server/server.ts'
import { EVENT, makersOf } from './makers.ts'
import { PIXEL } from './pixel.ts'

/** Every status in which a post is not public. */
export const HIDDEN = ['draft', 'pending', 'private', 'future', 'trash'] as const

const OWNERS = ['contributor', 'author', 'editor'] as const satisfies TestCaller[]
export type Owner = (typeof OWNERS)[number]

/** A word that occurs in no public text, made of the name of a field and of the owner. It is identical to its slug. */
export const secret = (of: string, owner: string) => `zq${of}zq${owner}zq`

/** All words made by `secret` in a text. */
export const secretsIn = (text: string): string[] => [...new Set(text.toLowerCase().match(/zq[a-z]+zq[a-z]+zq/g))]

/** The collections of posts. */
export const POSTS = POST_KINDS.map((kind) => ({
  ...KIND_PROPERTIES[kind],
  kind,
  name: collectionNameOfKind(kind),
  example: COLLECTION_BY_KIND[kind].examples.create,
}))

export type PostName = (typeof POSTS)[number]['name']

export const postsNamed = (name: PostName) => POSTS.find((one) => one.name === name) ?? assert.fail(name)

/** The collections whose records this file creates from examples. */
const OTHER_POSTS = POSTS.filter(({ kind }) => !['event', 'venue', 'organizer'].includes(kind))

export interface Post {
  name: PostName
  id: number
  slug: string
}

/** A post that is not public. */
export interface HiddenPost extends Post {
  owner: Owner
  status: (typeof HIDDEN)[number]
}

export interface TestPicture {
  id: number
  fileName: string
}

/** Posts, and the terms and picture that they use. */
interface Calendar<P extends Post> {
  posts: P[]
  category: { id: number; slug: string }
  tag: { id: number; slug: string }
  picture: TestPicture
}

/** Stores a picture of one pixel, uploaded by an editor by default. */
export async function storePixel(
  { db, ids, clock }: TestServer,
  name: string,
  authorId = ids.editor,
): Promise<TestPicture> {
  const picture = { bytes: PIXEL, name: `${name}.png`, alt: name, authorId }
  const shape = { mimeType: 'image/png', extension: 'png', width: 1, height: 1 }
  const { id, file_name: fileName } = await db.transaction((tx) =>
    storePicture(tx, { ...picture, ...shape }, clock.now),
  )
  return { id, fileName }
}

/** Creates one public record of each kind. The event also links to a draft of each kind of posts. */
export async function makePublic(server: TestServer): Promise<Calendar<Post>> {
  const make = makersOf(server)
  const picture = await storePixel(server, 'Hall')
  const [category, tag] = [await make.category({ name: 'Music' }), await make.tag({ name: 'Loud' })]
  const venue = await make.venue({ venue: 'Hall', geo_lat: 60.1, geo_lng: 24.9 })
  const organizer = await make.organizer({ organizer: 'Club' })
  const hidden = { status: 'draft', website: `https://${secret('website', 'linked')}.example/` }
  const hiddenVenue = await make.venue({ venue: secret('title', 'linked'), ...hidden })
  const hiddenOrganizer = await make.organizer({ organizer: secret('title', 'linked'), ...hidden })
  const others: Post[] = []
  const links: Record<string, number[]> = {}
  for (const { kind, name, titleField, example } of OTHER_POSTS) {
    const made = await make[kind]({ ...example, [titleField]: 'Open' })
    others.push({ name, id: made.id, slug: made.slug })
    if (!isLinkedKind(kind)) continue
    const hiddenOther = await make[kind]({ ...example, ...hidden, [titleField]: secret('title', 'linked') })
    links[LINK_FILTERS[kind]] = [made.id, hiddenOther.id]
  }
  const event = await make.event({
    ...links,
    title: 'Concert',
    description: 'Loud music',
    image: String(picture.id),
    categories: [category.id],
    tags: [tag.id],
    venue: [venue.id, hiddenVenue.id],
    organizer: [organizer.id, hiddenOrganizer.id],
  })
  const body = { title: 'Konzert', description: 'Laute Musik' }
  await server.ask('PUT', `/events/${event.id}/translations/de`, { as: 'editor', body })
  const posts: Post[] = [
    { name: 'events', ...event },
    { name: 'venues', ...venue },
    { name: 'organizers', ...organizer },
    ...others,
  ]
  return { posts, category, tag, picture }
}

/**
 * Adds posts that anonymous callers must not see: one of each kind, status and owner, in two languages, linked to
 * public records and to each other; also terms and a picture that only these posts use.
 */
export async function makeHidden(server: TestServer, open: Calendar<Post>): Promise<Calendar<HiddenPost>> {
  const make = makersOf(server)
  const picture = await storePixel(server, secret('picture', 'editor'))
  const category = await make.category({ name: secret('category', 'editor') })
  const tag = await make.tag({ name: secret('tag', 'editor') })
  const posts: HiddenPost[] = []
  for (const owner of OWNERS) {
    for (const status of HIDDEN) {
      const made: HiddenPost[] = []
      const add = async (name: PostName, fields: Record<string, unknown>) => {
        const { id, slug } = await addHidden(server, name, owner, status, { image: String(picture.id), ...fields })
        made.push({ name, id, slug, owner, status })
        return id
      }
      const [openVenue, openOrganizer] = [open.posts[1]?.id, open.posts[2]?.id]
      const venue = await add('venues', { city: secret('city', owner), geo_lat: 60.1, geo_lng: 24.9 })
      const organizer = await add('organizers', { email: `${secret('email', owner)}@a.example` })
      const links: Record<string, (number | undefined)[]> = {}
      for (const { kind, name, titleField, example } of OTHER_POSTS) {
        const id = await add(name, { ...example, [titleField]: secret('title', owner) })
        if (isLinkedKind(kind)) links[LINK_FILTERS[kind]] = [open.posts.find((post) => post.name === name)?.id, id]
      }
      await add('events', {
        ...EVENT,
        ...links,
        title: secret('title', owner),
        excerpt: secret('excerpt', owner),
        cost: secret('cost', owner),
        event_status: 'cancelled',
        offers: [{ name: secret('offer', owner), price: 5, url: `https://${secret('tickets', owner)}.example/` }],
        conditions: secret('conditions', owner),
        status_reason: secret('reason', owner),
        attendance_mode: 'online',
        online_url: `https://${secret('stream', owner)}.example/`,
        featured: true,
        categories: [open.category.id, category.id],
        tags: [open.tag.id, tag.id],
        venue: [openVenue, venue],
        organizer: [openOrganizer, organizer],
      })
      if (status === 'trash') for (const post of made) post.slug = await thrownAway(server, post)
      posts.push(...made)
    }
  }
  return { posts, category, tag, picture }
}

/** Six hours after the time of the clock of test servers. */
const LATER = '2030-06-15 18:00:00'

async function addHidden(
  server: TestServer,
  name: PostName,
  owner: Owner,
  status: HiddenPost['status'],
  fields: Record<string, unknown>,
): Promise<{ id: number; slug: string }> {
  const { titleField } = postsNamed(name)
  const wanted = {
    [titleField]: secret('title', owner),
    description: `<p>${secret('description', owner)}</p>`,
    website: `https://${secret('website', owner)}.example/`,
    slug: `${secret('slug', owner)}-${status}`,
    author: server.ids[owner],
    ...(status === 'future' ? { status: 'publish', date: LATER } : { status: status === 'trash' ? 'draft' : status }),
    ...fields,
  }
  const { body, status: answered } = await server.ask('POST', `/${name}`, { as: 'editor', body: wanted })
  assert.ok(answered === 201 || answered === 200, JSON.stringify(body))
  const texts = { [titleField]: secret('translation', owner), description: secret('translation', owner) }
  await server.ask('PUT', `/${name}/${body.id}/translations/de`, { as: 'editor', body: texts })
  return body
}

async function thrownAway(server: TestServer, { name, id }: Post): Promise<string> {
  return (await server.ask('DELETE', `/${name}/${id}`, { as: 'editor' })).body.slug
}

import assert from 'node:assert/strict'
import type { Ask, TestAnswer, TestServer } from './server.ts'

/** The query parameters of a link. */
export const parametersIn = (url: string): Record<string, string> => Object.fromEntries(new URL(url).searchParams)

const PAGES_MAX = 100

/**
 * Requests every page of a list by following its links forward, and asserts that the links back lead to the same
 * pages.
 */
export async function walk(server: TestServer, path: string, ask: Ask = {}): Promise<TestAnswer[]> {
  const follow = (url: string) => server.ask('GET', `host:${url.slice(new URL(url).origin.length)}`, ask)
  const pages = [await server.ask('GET', path, ask)]
  for (let next = pages[0]?.body.next_rest_url; next; next = pages.at(-1)?.body.next_rest_url) {
    const page = await follow(next)
    assert.equal(page.status, 200, JSON.stringify(page.body))
    pages.push(page)
    assert.ok(pages.length <= PAGES_MAX)
  }
  for (const [index, page] of pages.entries()) {
    const { previous_rest_url: previous } = page.body
    assert.equal(previous !== undefined, index > 0)
    if (previous) assert.deepEqual((await follow(previous)).body, pages[index - 1]?.body)
    // The link `self` leads to the same page.
    assert.deepEqual((await follow(page.body.rest_url)).body, page.body)
  }
  return pages
}

import { htmlToText } from '../../core/text/html.ts'
import {
  presentGlobalIdFields,
  presentImageOfPost,
  presentLanguagesOfPost,
  presentPost,
  withoutEmptyFields,
} from '../posts/present-post.ts'
import type { Scope } from '../scope.ts'
import type { OrganizerRow } from './organizer-store.ts'

/**
 * Converts an organizer to JSON.
 * @param isSingle whether to include JSON-LD, as in responses that contain only one record
 */
export function presentOrganizer(scope: Scope, organizer: OrganizerRow, isSingle = false) {
  const post = presentPost(scope, 'organizer', organizer)
  return {
    id: organizer.id,
    ...post,
    organizer: organizer.text.title,
    slug: organizer.text.slug,
    ...withoutEmptyFields({
      description: organizer.text.description,
      excerpt: organizer.text.excerpt,
      image: presentImageOfPost(scope, organizer),
      phone: organizer.phone,
      website: organizer.website,
      email: organizer.email,
    }),
    ...(isSingle && { json_ld: organizerLinkedData(organizer, post.url) }),
    ...presentGlobalIdFields(scope, organizer.id),
    ...presentLanguagesOfPost(scope, 'organizer', organizer),
  }
}

/** The organizer in JSON-LD, as a schema.org Organization. @param url address of its page */
export function organizerLinkedData(organizer: OrganizerRow, url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: htmlToText(organizer.text.title),
    url,
    ...withoutEmptyFields({
      description: htmlToText(organizer.text.description),
      telephone: organizer.phone,
      email: organizer.email,
      sameAs: organizer.website,
    }),
  }
}

import { html, type Markup } from '../html-template.ts'
import { websiteLink } from './website-link.ts'

/** The columns with which people reach a venue, an organizer or another post; kinds of posts have some of them. */
export interface Contact {
  phone?: string
  website?: string
  email?: string
}

/** The phone number, website and e-mail address of a record, as links; those that are empty are left out. */
export function contactLinks({ phone = '', website = '', email = '' }: Contact) {
  const address = `mailto:${encodeURIComponent(email).replace('%40', '@')}`
  const number = /\d/.test(phone) ? html`<a dir="ltr" href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>` : phone
  return {
    phone: phone === '' ? undefined : number,
    website: websiteLink(website),
    email: email === '' ? undefined : html`<a href="${address}">${email}</a>`,
  }
}

/** Phone number, website and e-mail address of a record in one line each. */
export const contactLines = (contact: Contact): Markup[] =>
  Object.values(contactLinks(contact)).flatMap((link) => (link ? [html`<div class="quiet">${link}</div>`] : []))

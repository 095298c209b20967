/** The English texts of the admin pages. The texts in other languages have the same keys. */
export const en = {
  frame: {
    skip: 'Skip to the content',
    navigation: 'Administration',
    languages: 'Languages',
    calendar: 'Calendar',
    signOut: 'Sign out',
    problems: 'Please correct this:',
    back: 'Back',
  },
  notices: {
    signedOut: 'You are signed out.',
    passwordChanged: 'The password has been changed. All other sessions have ended.',
    sessionEnded: 'The session has ended.',
    sessionsEnded: 'All other sessions have ended.',
    saved: 'Saved.',
  },
  signIn: {
    title: 'Sign in',
    login: 'Login or e-mail address',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'Login and password do not belong together.',
    forgotten: 'Forgotten your password? Ask an administrator for a link.',
    needsTls:
      'Sign-in needs an encrypted connection. Open this page with https, or set PUBLIC_URL to the https address of this calendar.',
  },
  link: {
    title: 'Choose a password',
    account: 'Account:',
    password: 'New password',
    hint: 'At least 12 characters. Several words that do not belong together are easy to remember and hard to guess.',
    submit: 'Save password and sign in',
    gone: 'This link has expired',
    goneHint: 'A link is valid for 24 hours and can be used once. Ask an administrator for another one.',
  },
  me: {
    title: 'My account',
    name: 'Name',
    login: 'Login',
    email: 'E-mail address',
    role: 'Role',
    language: 'Language of these pages',
    save: 'Save',
    password: 'Password',
    changePassword: 'Change password',
    newPassword: 'New password',
    sessions: 'Sessions',
    sessionsHint: 'These browsers are signed in.',
    browser: 'Browser',
    since: 'Signed in',
    seen: 'Last used',
    current: 'this browser',
    end: 'End',
    endOthers: 'End all other sessions',
    proof: 'Confirm that it is you',
    proofHint: 'Please give your password again before you change how this account signs in.',
    confirm: 'Confirm',
  },
  problem: {
    refused: 'This is not possible',
    notFound: 'This page does not exist',
    failed: 'That did not work',
    foreign: 'The request did not come from a page of this site, so nothing was changed.',
    outdated: 'This form belongs to a session that has ended. Open the page again and repeat your change.',
  },
  roles: {
    subscriber: 'Subscriber',
    contributor: 'Contributor',
    author: 'Author',
    editor: 'Editor',
    administrator: 'Administrator',
  },
}

/** The type of the admin texts in any language: a missing text in a translation is a type error. */
export type AdminWords = typeof en

/** Names of the messages that the page after a redirect shows. */
export type NoticeName = keyof AdminWords['notices']

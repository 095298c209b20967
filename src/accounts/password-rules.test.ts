import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { findPasswordWeakness } from './password-rules.ts'

const NAMES = ['clerk', 'clerk@town.example', 'Maria Virtanen']

for (const password of [
  ...['aaaaaaaaaaaa', 'abcabcabcabc', 'abababababab1', '1234567890123', 'qwertyuiop123', 'asdfghjkl12345'],
  ...['password1234', 'P@ssw0rd2026!', 'Passwort!!!!2026', 'Contraseña 2026', 'mot de passe 12', 'salasana12345'],
  ...['1qaz2wsx3edc', '1q2w3e4r5t6y', 'qazwsxedcrfv1qaz', 'administrator', 'Calendar2026!!'],
]) {
  test(`${password} is easy to guess`, () => equal(findPasswordWeakness(password, NAMES), 'reason.password-easy'))
}

for (const password of ['clerk2026!!!', 'MariaVirtanen1', 'clerkclerkclerk']) {
  test(`${password} contains a name`, () => equal(findPasswordWeakness(password, NAMES), 'reason.password-name'))
}

for (const password of [
  ...[
    'correct horse battery staple',
    'plum river 47 lamp',
    'x7#Kd92!mQpz',
    'öljylamppu kadulla 3',
    'I met clerk Anna in Oulu',
  ],
]) {
  test(`${password} is accepted`, () => equal(findPasswordWeakness(password, NAMES), undefined))
}

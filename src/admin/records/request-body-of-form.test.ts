import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { Problems } from '../../core/errors.ts'
import { convertFormToRequestBody } from './request-body-of-form.ts'

test('the free row for a way to register, whose list always sends a type, changes nothing', () => {
  const free = { type: 'link', value: '' }
  deepEqual(convertFormToRequestBody('event', { registration: [free] }, {}, new Problems()), {})
  const shown = { 'registration[0][type]': 'email', 'registration[0][value]': 'a@club.example' }
  const stored = { type: 'email', value: 'a@club.example' }
  deepEqual(convertFormToRequestBody('event', { registration: [stored, free] }, shown, new Problems()), {})
  const changed = { ...stored, type: 'link' }
  deepEqual(convertFormToRequestBody('event', { registration: [changed, free] }, shown, new Problems()), {
    registration: [changed],
  })
})

test('prices of tickets may have a decimal comma; other texts are left to the API', () => {
  const prices = (...typed: string[]) => {
    const offers = typed.map((price) => ({ price, name: 'Adults' }))
    const body = convertFormToRequestBody('event', { offers }, {}, new Problems())
    return (body.offers as { price: unknown }[]).map(({ price }) => price)
  }
  deepEqual(prices('12,50', ' 7,5 ', '12.50', '8', '', '1,000,000', 'free, today'), [
    '12.50',
    ' 7.5 ',
    '12.50',
    '8',
    null,
    '1,000,000',
    'free, today',
  ])
})

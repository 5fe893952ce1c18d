// What the three fields say together: their values, their errors, and the state that the page is told and shown.
import { brandOf, cvcError, cvcLength, digitsOf, expiryError, numberError } from './card-rules.js'

export const fieldNames = ['number', 'expiry', 'cvc']

export function valuesOf({ inputs }) {
  return Object.fromEntries(fieldNames.map((name) => [name, digitsOf(inputs[name]?.value ?? '')]))
}

export function fieldError(card, name, isDone) {
  const values = valuesOf(card)
  if (name === 'number') return numberError(values.number, isDone)
  if (name === 'expiry') return expiryError(values.expiry, isDone, new Date())
  return cvcError(values.cvc, isDone, values.number)
}

export function isFieldComplete(card, name) {
  return fieldError(card, name, true) === undefined
}

export function errorOf(card) {
  return fieldNames.map((name) => fieldError(card, name, card.left.has(name))).find(Boolean)
}

export function stateOf(card) {
  const values = valuesOf(card)
  const error = errorOf(card)
  return {
    empty: fieldNames.every((name) => values[name] === ''),
    complete: fieldNames.every((name) => isFieldComplete(card, name)),
    error,
    brand: brandOf(values.number).name,
    value: { postalCode: '' },
  }
}

export function showState(card) {
  const { empty, complete, error } = stateOf(card)
  const states = { empty, complete, invalid: Boolean(error) }
  for (const [state, holds] of Object.entries(states)) card.place.classList.toggle(stateClass(state), holds)
  for (const name of fieldNames) {
    const input = card.inputs[name]
    const isInvalid = fieldError(card, name, card.left.has(name)) !== undefined
    input.setAttribute('aria-invalid', String(isInvalid))
    input.classList.toggle('invalid', isInvalid)
    input.classList.toggle('empty', input.value === '')
    input.classList.toggle('complete', isFieldComplete(card, name))
    if (name === 'cvc') input.maxLength = cvcLength(valuesOf(card).number)
  }
}

export function stateClass(state) {
  return `StripeElement--${state}`
}

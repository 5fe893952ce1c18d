// State of the three fields: their values, their errors, and the `change` event and CSS classes that the page gets.
import { findBrand, findCvcError, getCvcLength, toDigits, findExpiryError, findNumberError } from './card-rules.js'

export const fieldNames = ['number', 'expiry', 'cvc']

export function readValues({ inputs }) {
  return Object.fromEntries(fieldNames.map((name) => [name, toDigits(inputs[name]?.value ?? '')]))
}

export function findFieldError(card, name, isDone) {
  const values = readValues(card)
  if (name === 'number') return findNumberError(values.number, isDone)
  if (name === 'expiry') return findExpiryError(values.expiry, isDone, new Date())
  return findCvcError(values.cvc, isDone, values.number)
}

export function isFieldComplete(card, name) {
  return findFieldError(card, name, true) === undefined
}

export function findError(card) {
  return fieldNames.map((name) => findFieldError(card, name, card.leftFields.has(name))).find(Boolean)
}

export function getState(card) {
  const values = readValues(card)
  const error = findError(card)
  return {
    empty: fieldNames.every((name) => values[name] === ''),
    complete: fieldNames.every((name) => isFieldComplete(card, name)),
    error,
    brand: findBrand(values.number).name,
    value: { postalCode: '' },
  }
}

export function renderState(card) {
  const { empty, complete, error } = getState(card)
  const states = { empty, complete, invalid: Boolean(error) }
  for (const [state, isOn] of Object.entries(states)) card.container.classList.toggle(toStateClass(state), isOn)
  for (const name of fieldNames) {
    const input = card.inputs[name]
    const isInvalid = findFieldError(card, name, card.leftFields.has(name)) !== undefined
    input.setAttribute('aria-invalid', String(isInvalid))
    input.classList.toggle('invalid', isInvalid)
    input.classList.toggle('empty', input.value === '')
    input.classList.toggle('complete', isFieldComplete(card, name))
    if (name === 'cvc') input.maxLength = getCvcLength(readValues(card).number)
  }
}

export function toStateClass(state) {
  return `StripeElement--${state}`
}

// The card element: three inputs in a shadow root, so that what is typed never becomes part of the page's own forms.
import { digitsOf, expiryDigitsOf, formatCvc, formatExpiry, formatNumber } from './card-rules.js'
import { dress } from './card-look.js'
import {
  errorOf,
  fieldError,
  fieldNames,
  isFieldComplete,
  showState,
  stateClass,
  stateOf,
  valuesOf,
} from './card-state.js'

const faces = {
  number: { label: 'Card number', autocomplete: 'cc-number' },
  expiry: { label: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { label: 'CVC', autocomplete: 'cc-csc' },
}

/** Makes an element of type card. `onDestroy` frees its place in the group, so that another one can be made. */
export function createCardElement(givenOptions, onDestroy) {
  const card = {
    options: { ...givenOptions },
    inputs: {},
    left: new Set(),
    listeners: new Map(),
    host: null,
    place: null,
  }
  const element = {
    mount: (where) => mount(card, where),
    unmount: () => unmount(card),
    destroy: () => {
      unmount(card)
      onDestroy()
    },
    update: (changed) => update(card, changed),
    focus: () => card.inputs.number?.focus(),
    blur: () => card.host?.shadowRoot.activeElement?.blur(),
    clear: () => clear(card),
    on: (name, listener) => listen(card, element, name, listener),
    once: (name, listener) => {
      const heard = (event) => {
        element.off(name, heard)
        listener(event)
      }
      return listen(card, element, name, heard)
    },
    off: (name, listener) => {
      card.listeners.get(name)?.delete(listener)
      if (!listener) card.listeners.delete(name)
      return element
    },
    collect: () => collect(card),
  }
  return element
}

function listen(card, element, name, listener) {
  const listeners = card.listeners.get(name) ?? new Set()
  card.listeners.set(name, listeners.add(listener))
  return element
}

function emit(card, name, more = {}) {
  // A copy, because a listener may take itself off while it is heard.
  const listeners = Array.from(card.listeners.get(name) ?? [])
  for (const listener of listeners) listener({ elementType: 'card', ...more })
}

function mount(card, where) {
  const place = typeof where === 'string' ? document.querySelector(where) : where
  if (!place) throw new Error(`The selector you specified (${where}) applies to no DOM elements that are on the page.`)
  unmount(card)
  card.place = place
  card.host = document.createElement('div')
  const root = card.host.attachShadow({ mode: 'open' })
  const row = document.createElement('div')
  row.className = 'row'
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', 'Card')
  for (const name of fieldNames) row.append(createInput(card, name))
  root.append(row)
  dress(root, card.options.style)
  place.replaceChildren(card.host)
  place.classList.add('StripeElement')
  showState(card)
  // A tick later, as from Stripe's frame: the page may still be adding its listener.
  setTimeout(() => emit(card, 'ready'))
}

function unmount(card) {
  if (!card.host) return
  card.host.remove()
  card.place.classList.remove('StripeElement', ...['empty', 'complete', 'invalid', 'focus'].map(stateClass))
  card.host = null
  card.inputs = {}
  card.left.clear()
}

function update(card, changed) {
  Object.assign(card.options, changed)
  if (!card.host) return
  dress(card.host.shadowRoot, card.options.style)
  for (const input of Object.values(card.inputs)) input.disabled = Boolean(card.options.disabled)
}

function clear(card) {
  for (const input of Object.values(card.inputs)) input.value = ''
  card.left.clear()
  changed(card)
}

function createInput(card, name) {
  const input = document.createElement('input')
  card.inputs[name] = input
  input.className = name
  input.type = 'text'
  input.inputMode = 'numeric'
  input.autocomplete = faces[name].autocomplete
  input.placeholder = faces[name].label
  input.setAttribute('aria-label', faces[name].label)
  input.spellcheck = false
  input.disabled = Boolean(card.options.disabled)
  input.addEventListener('input', (event) => typed(card, name, event))
  input.addEventListener('keydown', (event) => keyPressed(card, name, event))
  input.addEventListener('focus', () => focused(card))
  input.addEventListener('blur', () => blurred(card, name))
  return input
}

function typed(card, name, event) {
  const input = card.inputs[name]
  const digitsBeforeCaret = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  const isDeleting = event.inputType?.startsWith('delete') ?? false
  const isAtEnd = input.selectionStart === input.value.length
  input.value = formatted(card, name, isDeleting)
  if (!isAtEnd) putCaret(input, digitsBeforeCaret)
  card.left.delete(name)
  changed(card)
  if (isAtEnd && !isDeleting && isFieldComplete(card, name)) nextOf(card, name)?.focus()
}

function formatted(card, name, isDeleting) {
  const text = card.inputs[name].value
  if (name === 'number') return formatNumber(digitsOf(text))
  if (name === 'expiry') return formatExpiry(expiryDigitsOf(text), { isDeleting })
  return formatCvc(digitsOf(text), valuesOf(card).number)
}

/** Puts the caret behind as many digits as it stood behind before the text was grouped anew. */
function putCaret(input, digitCount) {
  let place = 0
  for (let seen = 0; seen < digitCount && place < input.value.length; place += 1) {
    if (/\d/.test(input.value[place])) seen += 1
  }
  input.setSelectionRange(place, place)
}

function keyPressed(card, name, event) {
  if (event.key === 'Escape') emit(card, 'escape')
  if (event.key === 'Backspace' && card.inputs[name].value === '') fieldBefore(card, name)?.focus()
  // Inputs in a shadow root belong to no form, so Enter has to be carried to the page's form by hand.
  if (event.key === 'Enter') submitForm(card.host.closest('form'))
}

function submitForm(form) {
  const button = form?.querySelector('button:not([type]), button[type="submit"], input[type="submit"]')
  if (form && !button?.disabled) form.requestSubmit(button ?? undefined)
}

function focused(card) {
  card.place.classList.add(stateClass('focus'))
  emit(card, 'focus')
}

function blurred(card, name) {
  const hasText = card.inputs[name]?.value !== ''
  if (!card.place || !card.host) return
  card.place.classList.remove(stateClass('focus'))
  const hadError = errorOf(card)
  if (hasText) card.left.add(name)
  if (errorOf(card)?.code !== hadError?.code) changed(card)
  emit(card, 'blur')
}

function nextOf(card, name) {
  return card.inputs[fieldNames[fieldNames.indexOf(name) + 1]]
}

function fieldBefore(card, name) {
  return card.inputs[fieldNames[fieldNames.indexOf(name) - 1]]
}

function changed(card) {
  showState(card)
  emit(card, 'change', stateOf(card))
}

/** The card for the API, or the first error in the order of the fields, shown and focused. */
function collect(card) {
  const wrongName = fieldNames.find((name) => !isFieldComplete(card, name))
  if (wrongName) {
    // Only this one: the fields after it should not complain while the person is still on the way to them.
    card.left.add(wrongName)
    changed(card)
    card.inputs[wrongName]?.focus()
    return { error: fieldError(card, wrongName, true) }
  }
  const { number, expiry, cvc } = valuesOf(card)
  return { card: { number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2, 4), cvc } }
}

// The card element: three inputs in a shadow root, so that card data never becomes part of the page's forms.
import { toDigits, toExpiryDigits, formatCvc, formatExpiry, formatNumber } from './card-rules.js'
import { applyStyles } from './card-styles.js'
import {
  findError,
  findFieldError,
  fieldNames,
  isFieldComplete,
  renderState,
  toStateClass,
  getState,
  readValues,
} from './card-state.js'

const fieldLabels = {
  number: { label: 'Card number', autocomplete: 'cc-number' },
  expiry: { label: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { label: 'CVC', autocomplete: 'cc-csc' },
}

/** Creates an element of type card. `onDestroy` lets the Elements group create another one. */
export function createCardElement(givenOptions, onDestroy) {
  const card = {
    options: { ...givenOptions },
    inputs: {},
    leftFields: new Set(),
    listeners: new Map(),
    host: null,
    container: null,
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
    on: (name, listener) => addListener(card, element, name, listener),
    once: (name, listener) => {
      const onceListener = (event) => {
        element.off(name, onceListener)
        listener(event)
      }
      return addListener(card, element, name, onceListener)
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

function addListener(card, element, name, listener) {
  const listeners = card.listeners.get(name) ?? new Set()
  card.listeners.set(name, listeners.add(listener))
  return element
}

function emit(card, name, more = {}) {
  // A copy, because a listener may remove itself while it runs.
  const listeners = Array.from(card.listeners.get(name) ?? [])
  for (const listener of listeners) listener({ elementType: 'card', ...more })
}

function mount(card, where) {
  const container = typeof where === 'string' ? document.querySelector(where) : where
  if (!container)
    throw new Error(`The selector you specified (${where}) applies to no DOM elements that are on the page.`)
  unmount(card)
  card.container = container
  card.host = document.createElement('div')
  const root = card.host.attachShadow({ mode: 'open' })
  const row = document.createElement('div')
  row.className = 'row'
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', 'Card')
  for (const name of fieldNames) row.append(createInput(card, name))
  root.append(row)
  applyStyles(root, card.options.style)
  container.replaceChildren(card.host)
  container.classList.add('StripeElement')
  renderState(card)
  // In a later task, as with Stripe's frame, so that the page can add its listener first.
  setTimeout(() => emit(card, 'ready'))
}

function unmount(card) {
  if (!card.host) return
  card.host.remove()
  card.container.classList.remove('StripeElement', ...['empty', 'complete', 'invalid', 'focus'].map(toStateClass))
  card.host = null
  card.inputs = {}
  card.leftFields.clear()
}

function update(card, changed) {
  Object.assign(card.options, changed)
  if (!card.host) return
  applyStyles(card.host.shadowRoot, card.options.style)
  for (const input of Object.values(card.inputs)) input.disabled = Boolean(card.options.disabled)
}

function clear(card) {
  for (const input of Object.values(card.inputs)) input.value = ''
  card.leftFields.clear()
  handleChange(card)
}

function createInput(card, name) {
  const input = document.createElement('input')
  card.inputs[name] = input
  input.className = name
  input.type = 'text'
  input.inputMode = 'numeric'
  input.autocomplete = fieldLabels[name].autocomplete
  input.placeholder = fieldLabels[name].label
  input.setAttribute('aria-label', fieldLabels[name].label)
  input.spellcheck = false
  input.disabled = Boolean(card.options.disabled)
  input.addEventListener('input', (event) => handleInput(card, name, event))
  input.addEventListener('keydown', (event) => handleKeydown(card, name, event))
  input.addEventListener('focus', () => handleFocus(card))
  input.addEventListener('blur', () => handleBlur(card, name))
  return input
}

function handleInput(card, name, event) {
  const input = card.inputs[name]
  const digitsBeforeCaret = toDigits(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  const isDeleting = event.inputType?.startsWith('delete') ?? false
  const isAtEnd = input.selectionStart === input.value.length
  input.value = formatField(card, name, isDeleting)
  if (!isAtEnd) setCaret(input, digitsBeforeCaret)
  card.leftFields.delete(name)
  handleChange(card)
  if (isAtEnd && !isDeleting && isFieldComplete(card, name)) findNextInput(card, name)?.focus()
}

function formatField(card, name, isDeleting) {
  const text = card.inputs[name].value
  if (name === 'number') return formatNumber(toDigits(text))
  if (name === 'expiry') return formatExpiry(toExpiryDigits(text), { isDeleting })
  return formatCvc(toDigits(text), readValues(card).number)
}

/** Sets the caret behind this many digits, after the text was regrouped. */
function setCaret(input, digitCount) {
  let position = 0
  for (let seen = 0; seen < digitCount && position < input.value.length; position += 1) {
    if (/\d/.test(input.value[position])) seen += 1
  }
  input.setSelectionRange(position, position)
}

function handleKeydown(card, name, event) {
  if (event.key === 'Escape') emit(card, 'escape')
  if (event.key === 'Backspace' && card.inputs[name].value === '') findPreviousInput(card, name)?.focus()
  // Inputs in a shadow root belong to no form, so Enter must submit the page's form explicitly.
  if (event.key === 'Enter') submitForm(card.host.closest('form'))
}

function submitForm(form) {
  const button = form?.querySelector('button:not([type]), button[type="submit"], input[type="submit"]')
  if (!button?.disabled) button?.click()
}

function handleFocus(card) {
  card.container.classList.add(toStateClass('focus'))
  emit(card, 'focus')
}

function handleBlur(card, name) {
  const hasText = card.inputs[name]?.value !== ''
  if (!card.container || !card.host) return
  card.container.classList.remove(toStateClass('focus'))
  const hadError = findError(card)
  if (hasText) card.leftFields.add(name)
  if (findError(card)?.code !== hadError?.code) handleChange(card)
  emit(card, 'blur')
}

function findNextInput(card, name) {
  return card.inputs[fieldNames[fieldNames.indexOf(name) + 1]]
}

function findPreviousInput(card, name) {
  return card.inputs[fieldNames[fieldNames.indexOf(name) - 1]]
}

function handleChange(card) {
  renderState(card)
  emit(card, 'change', getState(card))
}

/** Returns the card for the API, or the first error in the order of the fields, which it shows and focuses. */
function collect(card) {
  const invalidName = fieldNames.find((name) => !isFieldComplete(card, name))
  if (invalidName) {
    // Only this one: the fields after it should show no error before the person has reached them.
    card.leftFields.add(invalidName)
    handleChange(card)
    card.inputs[invalidName]?.focus()
    return { error: findFieldError(card, invalidName, true) }
  }
  const { number, expiry, cvc } = readValues(card)
  return { card: { number, exp_month: expiry.slice(0, 2), exp_year: expiry.slice(2, 4), cvc } }
}

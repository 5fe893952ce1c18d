// The browser part of the card sandbox: the members of Stripe.js that @stripe/stripe-js and @stripe/react-stripe-js use.
// Card data goes from the fields to the origin of this script only.
import { createCardElement } from './card-element.js'
import { showChallenge } from './challenge-window.js'

const origin = new URL(document.currentScript.src).origin

const authenticationFailed = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

function Stripe(key) {
  if (typeof key !== 'string' || !key.startsWith('pk_')) {
    throw new Error('Please call Stripe() with your publishable key. You used a key of another kind.')
  }
  return {
    elements: () => createElements(),
    createPaymentMethod: (data) => createPaymentMethod(key, data),
    confirmCardPayment: (secret, data, options) => confirmCardPayment(key, { secret, data, options }),
    handleCardAction: (secret) => runNextAction(key, secret),
    handleNextAction: ({ clientSecret }) => runNextAction(key, clientSecret),
    retrievePaymentIntent: (secret) => retrieveIntent(key, secret),
    createToken: async () => ({
      error: { type: 'invalid_request_error', message: 'The card sandbox creates no tokens: use a payment method.' },
    }),
    registerAppInfo() {},
    _registerWrapper() {},
  }
}

function createElements() {
  let card = null
  return {
    create(type, options = {}) {
      if (type !== 'card') throw new Error(`The card sandbox has no Element of type ${type}.`)
      if (card) throw new Error('Can only create one Element of type card through the same instance of Elements.')
      card = createCardElement(options, () => (card = null))
      return card
    },
    getElement(type) {
      // react-stripe-js passes its component, which has the name of its element.
      const name = typeof type === 'string' ? type : type?.['__elementType']
      return name === 'card' ? card : null
    },
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  }
}

async function createPaymentMethod(key, { type, card, billing_details }) {
  const collected = card.collect()
  if (collected.error) return collected
  const answer = await callApi(key, {
    path: '/v1/payment_methods',
    fields: { type, card: collected.card, billing_details },
  })
  return answer.error ? answer : { paymentMethod: answer }
}

async function confirmCardPayment(key, { secret, data = {}, options = {} }) {
  const id = parseIntentId(secret, 'confirmCardPayment')
  const method = createMethodFields(data.payment_method)
  if (method.error) return method
  const fields = { client_secret: secret, use_stripe_sdk: true, ...method, return_url: data.return_url }
  const answer = await callApi(key, { path: `/v1/payment_intents/${id}/confirm`, fields })
  if (answer.error) return answer
  if (options.handleActions === false) return { paymentIntent: answer }
  return runChallenge(key, secret, answer)
}

/** Creates the request fields for a payment method given by its id, or typed into a card element. */
function createMethodFields(method) {
  if (method === undefined || typeof method === 'string') return { payment_method: method }
  const collected = method.card.collect()
  if (collected.error) return collected
  return { payment_method_data: { type: 'card', card: collected.card, billing_details: method.billing_details } }
}

async function runNextAction(key, secret) {
  const read = await retrieveIntent(key, secret)
  return read.error ? read : runChallenge(key, secret, read.paymentIntent)
}

/** Shows the 3-D Secure challenge when the intent requires it, then reads the intent again. */
async function runChallenge(key, secret, intent) {
  if (intent.status !== 'requires_action') return { paymentIntent: intent }
  await showChallenge({
    url: new URL(intent.next_action.use_stripe_sdk.stripe_js, origin).href,
    isAnswered: async () => {
      const { paymentIntent } = await retrieveIntent(key, secret)
      return paymentIntent !== undefined && paymentIntent.status !== 'requires_action'
    },
    cancel: () =>
      callApi(key, { path: `/v1/payment_intents/${intent.id}/source_cancel`, fields: { client_secret: secret } }),
  })
  const read = await retrieveIntent(key, secret)
  return read.error ? read : toResult(read.paymentIntent)
}

function toResult(intent) {
  const failure = intent.status === 'succeeded' ? null : intent.last_payment_error
  if (!failure) return { paymentIntent: intent }
  // Stripe.js replaces this message by one for the buyer; the API's message is for programmers.
  const override = failure.code === authenticationFailed.code ? authenticationFailed : {}
  return { error: { ...failure, ...override, payment_intent: intent } }
}

async function retrieveIntent(key, secret) {
  const id = parseIntentId(secret, 'retrievePaymentIntent')
  const query = new URLSearchParams({ client_secret: secret })
  const answer = await callApi(key, { path: `/v1/payment_intents/${id}?${query}` })
  return answer.error ? answer : { paymentIntent: answer }
}

function parseIntentId(secret, caller) {
  const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(secret)?.[1]
  if (id) return id
  throw new Error(
    `Invalid value for stripe.${caller} intent secret: value should be a client secret of the form ` +
      '${id}_secret_${secret}.',
  )
}

/** Calls the API: GET without fields, a form POST with them. Never throws: a failure is returned as `error`. */
async function callApi(key, { path, fields }) {
  const form = fields && { method: 'POST', body: new URLSearchParams(toFormEntries(fields)) }
  try {
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` }, ...form })
    const answer = await response.json()
    return response.ok || answer.error ? answer : { error: createUnexpectedError() }
  } catch (error) {
    if (error instanceof SyntaxError) return { error: createUnexpectedError() }
    const message = 'The card service could not be reached. Check your connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

function createUnexpectedError() {
  return { type: 'api_error', message: 'An unexpected error has occurred. Please try again.' }
}

/** Converts `{ card: { cvc: 1 } }` to form entries, `card[cvc]=1`; leaves out values that are not set. */
function toFormEntries(fields, parent = '') {
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = parent ? `${parent}[${name}]` : name
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? toFormEntries(value, path) : [[path, String(value)]]
  })
}

// loadStripe compares this with the version that it expects.
Stripe.version = 'endive'
window.Stripe = Stripe

// The browser's half of the stand-in: the members of Stripe.js that @stripe/stripe-js and @stripe/react-stripe-js use.
// Card data goes from the fields to the address this script came from, and nowhere else.
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
    handleCardAction: (secret) => nextAction(key, secret),
    handleNextAction: ({ clientSecret }) => nextAction(key, clientSecret),
    retrievePaymentIntent: (secret) => retrieveIntent(key, secret),
    createToken: async () => ({
      error: { type: 'invalid_request_error', message: 'The card sandbox makes no tokens: use a payment method.' },
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
      // react-stripe-js asks with its component, which carries the name of its element.
      const name = typeof type === 'string' ? type : type?.['__elementType']
      return name === 'card' ? card : null
    },
    update() {},
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  }
}

async function createPaymentMethod(key, { type, card, billing_details }) {
  const typed = card.collect()
  if (typed.error) return typed
  const answer = await call(key, { path: '/v1/payment_methods', fields: { type, card: typed.card, billing_details } })
  return answer.error ? answer : { paymentMethod: answer }
}

async function confirmCardPayment(key, { secret, data = {}, options = {} }) {
  const id = intentIdOf(secret, 'confirmCardPayment')
  const method = methodFields(data.payment_method)
  if (method.error) return method
  const fields = { client_secret: secret, use_stripe_sdk: true, ...method, return_url: data.return_url }
  const answer = await call(key, { path: `/v1/payment_intents/${id}/confirm`, fields })
  if (answer.error) return answer
  if (options.handleActions === false) return { paymentIntent: answer }
  return finish(key, secret, answer)
}

/** The fields of the request for a payment method given by its id, or typed into a card element. */
function methodFields(method) {
  if (method === undefined || typeof method === 'string') return { payment_method: method }
  const typed = method.card.collect()
  if (typed.error) return typed
  return { payment_method_data: { type: 'card', card: typed.card, billing_details: method.billing_details } }
}

async function nextAction(key, secret) {
  const read = await retrieveIntent(key, secret)
  return read.error ? read : finish(key, secret, read.paymentIntent)
}

/** Lets the buyer answer 3-D Secure when the intent asks for it, then reads the intent again. */
async function finish(key, secret, intent) {
  if (intent.status !== 'requires_action') return { paymentIntent: intent }
  await showChallenge({
    url: new URL(intent.next_action.use_stripe_sdk.stripe_js, origin).href,
    isAnswered: async () => {
      const { paymentIntent } = await retrieveIntent(key, secret)
      return paymentIntent !== undefined && paymentIntent.status !== 'requires_action'
    },
    giveUp: () =>
      call(key, { path: `/v1/payment_intents/${intent.id}/source_cancel`, fields: { client_secret: secret } }),
  })
  const read = await retrieveIntent(key, secret)
  return read.error ? read : resultOf(read.paymentIntent)
}

function resultOf(intent) {
  const failure = intent.status === 'succeeded' ? null : intent.last_payment_error
  if (!failure) return { paymentIntent: intent }
  // Stripe's script words this one for the buyer; the API's own sentence is for programmers.
  const words = failure.code === authenticationFailed.code ? authenticationFailed : {}
  return { error: { ...failure, ...words, payment_intent: intent } }
}

async function retrieveIntent(key, secret) {
  const id = intentIdOf(secret, 'retrievePaymentIntent')
  const query = new URLSearchParams({ client_secret: secret })
  const answer = await call(key, { path: `/v1/payment_intents/${id}?${query}` })
  return answer.error ? answer : { paymentIntent: answer }
}

function intentIdOf(secret, caller) {
  const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(secret)?.[1]
  if (id) return id
  throw new Error(
    `Invalid value for stripe.${caller} intent secret: value should be a client secret of the form ` +
      '${id}_secret_${secret}.',
  )
}

/** One call of the API: a GET without fields, a form with them. It never throws: what fails comes back as `error`. */
async function call(key, { path, fields }) {
  const form = fields && { method: 'POST', body: new URLSearchParams(flat(fields)) }
  try {
    const response = await fetch(origin + path, { headers: { authorization: `Bearer ${key}` }, ...form })
    const answer = await response.json()
    return response.ok || answer.error ? answer : { error: unexpected() }
  } catch (error) {
    if (error instanceof SyntaxError) return { error: unexpected() }
    const message = 'The card service could not be reached. Check your connection and try again.'
    return { error: { type: 'api_connection_error', message } }
  }
}

function unexpected() {
  return { type: 'api_error', message: 'An unexpected error has occurred. Please try again.' }
}

/** `{ card: { cvc: 1 } }` as the pairs of a form, `card[cvc]=1`. What is not set is left out. */
function flat(fields, under = '') {
  return Object.entries(fields).flatMap(([name, value]) => {
    const path = under ? `${under}[${name}]` : name
    if (value === undefined || value === null) return []
    return typeof value === 'object' ? flat(value, path) : [[path, String(value)]]
  })
}

// loadStripe compares this with the release it was made for.
Stripe.version = 'endive'
window.Stripe = Stripe

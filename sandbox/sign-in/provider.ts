// Replaces Google: an OpenID Connect provider on this computer where a person chooses who to be, without a password.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { handleInteraction, interactionPath } from './interaction.ts'
import { renderErrorPage } from './page.ts'
import { createPeople, type People, type SandboxPerson } from './people.ts'
import { createStorage } from './storage.ts'

/** Path prefix of the provider on the sandbox server. */
export const signInPath = '/sign-in'

export type SignInOptions = {
  /** URL of this provider, ending in `/sign-in`. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Callback URLs of the app: `<app>/api/auth/callback/social`. */
  redirectUris: string[]
  people: SandboxPerson[]
  production: boolean
}

export type SignInProvider = { handler: (request: IncomingMessage, response: ServerResponse) => void }

// Only the person needs time, for the interaction; programs request everything else within seconds.
const minutes = 60
const ttlSeconds = {
  AccessToken: 10 * minutes,
  AuthorizationCode: 1 * minutes,
  Grant: 10 * minutes,
  IdToken: 10 * minutes,
  Interaction: 30 * minutes,
  Session: 10 * minutes,
}

const createSigningKeys = async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'sandbox' }] }
}

// Prompts at every sign-in, even if this browser signed in a minute ago.
const createPromptPolicy = () => {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy
    .get('login')
    ?.checks.add(
      new Check('always_asked', 'A person must be chosen', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

const createFindAccount = (people: People) => async (_: unknown, sub: string) => {
  const person = people.find(sub)
  return person && { accountId: sub, claims: async () => ({ ...person, email_verified: !person.isUnverified }) }
}

// One click signs in and consents.
const loadGrant: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

const createConfiguration = async (options: SignInOptions, people: People): Promise<Configuration> => ({
  adapter: createStorage(Date.now),
  jwks: await createSigningKeys(),
  cookies: {
    keys: [randomBytes(32).toString('hex')],
    names: { interaction: 'sandbox_interaction', resume: 'sandbox_resume', session: 'sandbox_session' },
  },
  clients: [
    {
      client_id: options.clientId,
      client_secret: options.clientSecret,
      redirect_uris: options.redirectUris,
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
  // As at Google, the ID token itself contains name and e-mail.
  conformIdTokenClaims: false,
  scopes: ['openid', 'email', 'profile'],
  responseTypes: ['code'],
  pkce: { required: () => true },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  interactions: { policy: createPromptPolicy(), url: (_, { uid }) => `${signInPath}${interactionPath}${uid}` },
  loadExistingGrant: loadGrant,
  findAccount: createFindAccount(people),
  clientBasedCORS: () => false,
  renderError: (context, { error_description, error }) => {
    context.type = 'html'
    context.body = renderErrorPage(error_description ?? error)
  },
  ttl: ttlSeconds,
})

type OpenedProvider = { provider: Provider; callback: ReturnType<Provider['callback']> }

/**
 * Creates the provider. Its handler takes requests whose path begins with `/sign-in`; the first of them makes the signing
 * keys, because that takes longer than starting everything else.
 * Refuses to run in production, because anybody could sign in as anybody.
 */
export const createSignInProvider = (options: SignInOptions): SignInProvider => {
  if (options.production)
    throw new Error('The sign-in sandbox does not run in production: anybody could sign in as anybody.')
  const people = createPeople(options.people)
  const open = async (): Promise<OpenedProvider> => {
    const provider = new Provider(options.issuer, await createConfiguration(options, people))
    return { provider, callback: provider.callback() }
  }
  let opened: Promise<OpenedProvider> | null = null
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    opened ??= open()
    const { provider, callback } = await opened
    const url = request.url ?? '/'
    if (url.startsWith(`${signInPath}${interactionPath}`)) {
      await handleInteraction({ provider, people }, request, response)
      return
    }
    // The provider handles paths from the root; it reads the prefix for its own URLs from originalUrl.
    Object.assign(request, { originalUrl: url, url: url.slice(signInPath.length) || '/' })
    await callback(request, response)
  }
  return { handler: (request, response) => void handle(request, response) }
}

// A stand-in for Google: a real OpenID Connect provider on this computer, where anybody may say who they are.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { handleInteraction, interactionPath } from './interaction.ts'
import { renderErrorPage } from './page.ts'
import { createPeople, type People, type SandboxPerson } from './people.ts'
import { createStorage } from './storage.ts'

/** Everything of the stand-in lies below this path of the sandbox's own server. */
export const signInPath = '/sign-in'

export type SignInOptions = {
  /** The address of this stand-in, ending in `/sign-in`. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Where the shop takes people back: `<shop>/api/auth/callback/social`. */
  redirectUris: string[]
  people: SandboxPerson[]
  production: boolean
}

export type SignInProvider = { handler: (request: IncomingMessage, response: ServerResponse) => void }

// Long enough to read the page over a cup of tea; everything else is asked for within seconds.
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

// Who one wants to be is asked each time, also when this browser signed in a minute ago.
const createPromptPolicy = () => {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy
    .get('login')
    ?.checks.add(
      new Check('always_asked', 'Who it is must be chosen', ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

const createFindAccount = (people: People) => async (_: unknown, sub: string) => {
  const person = people.find(sub)
  return person && { accountId: sub, claims: async () => ({ ...person, email_verified: true }) }
}

// One click signs in and agrees: the stand-in has nothing to warn of.
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
  // As Google does it, name and e-mail stand in the ID token itself.
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

/**
 * Opens the stand-in. Requests whose path begins with `/sign-in` are for its handler.
 * Refuses to open in production: anybody could sign in as anybody.
 */
export const createSignInProvider = async (options: SignInOptions): Promise<SignInProvider> => {
  if (options.production) throw new Error('The sign-in sandbox does not open in production: it lets anybody in.')
  const people = createPeople(options.people)
  const provider = new Provider(options.issuer, await createConfiguration(options, people))
  const callback = provider.callback()
  return {
    handler: (request, response) => {
      const url = request.url ?? '/'
      if (url.startsWith(`${signInPath}${interactionPath}`)) {
        void handleInteraction({ provider, people }, request, response)
        return
      }
      // The provider thinks it stands at the root; the original address lets it spell its own addresses in full.
      Object.assign(request, { originalUrl: url, url: url.slice(signInPath.length) || '/' })
      void callback(request, response)
    },
  }
}

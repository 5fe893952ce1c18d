import { z } from 'zod'
import { demoPassword } from '#seed/fixtures.ts'

const Token = z.object({ token: z.string() })

/**
 * Logs a member of the demonstration in.
 * @param origin the address that the shop is called by, where it is another than the one to connect to
 * @returns the cookies of the session, and an access token, which lives five minutes
 */
export const logInAs = async (
  email: string,
  { url, origin = url }: { url: string; origin?: string },
): Promise<{ cookie: string; token: string }> => {
  const headers = { 'content-type': 'application/json', origin }
  const body = JSON.stringify({ email, password: demoPassword })
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, { method: 'POST', headers, body })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const tokenRequest = { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ email }) }
  const { token } = Token.parse(await (await fetch(`${url}/api/jwt`, tokenRequest)).json())
  return { cookie, token }
}

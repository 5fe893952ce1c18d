import { ApiResponseError } from '#contract/client.ts'
import type { AppContext } from '#web/context/app-context.ts'
import { stripLanguage, toLanguagePath } from '#web/i18n/language.ts'
import type { Bookable } from '#web/lib/bike.ts'
import { toLoginPath } from '#web/session/return-path.ts'
import { toast } from '#web/ui/toast.ts'

/** Asks a visitor to log in, with a link that leads back to this page. */
const askToLogIn = ({ language: { code, messages } }: AppContext): void => {
  const path = toLanguagePath(code, toLoginPath(stripLanguage(location.pathname) + location.search))
  toast.error(messages.card.loginForWishlist, undefined, { label: messages.topBar.login, path })
}

/**
 * Adds a bike to the member's wishlist and marks its heart, also where it was there before.
 * @param attempt the member's e-mail address, and a key with which a repeated attempt counts once
 */
const send = async (
  { client, loadMemberBikes }: AppContext,
  { productName, salePrice, image, _id: productId }: Bookable,
  { email, idempotencyKey }: { email: string; idempotencyKey: string },
): Promise<void> => {
  const mark = () =>
    void loadMemberBikes?.().then(
      ({ wished }) => wished.add(productId),
      () => {},
    )
  try {
    await client('POST /wishlist', { body: { productName, email, salePrice, image, productId } }, { idempotencyKey })
  } catch (error) {
    if (error instanceof ApiResponseError && error.code === 'already_wished') mark()
    throw error
  }
  mark()
}

/**
 * Adds a bike to the member's wishlist and says so; asks a visitor to log in. Fetched at the first click.
 * @param attemptKey keeps the key of an attempt without an answer, so that a repeated one counts once
 */
export const addToWishlist = async (
  app: AppContext,
  bike: Bookable,
  attemptKey: { current: string | null },
): Promise<void> => {
  const authState = await app.session.waitForState()
  if (authState.state !== 'member') return askToLogIn(app)
  attemptKey.current ??= `${bike._id}-${Date.now()}`
  await send(app, bike, { email: authState.user.email, idempotencyKey: attemptKey.current })
  attemptKey.current = null
  toast.success(app.language.messages.card.addedToWishlist)
}

// The password of somebody who has just registered, so that the login that follows is one tap. It waits in the context of the
// page, and nowhere else: browsers write the state of the history to disk.
import type { AppContext } from '#web/context/app-context.ts'

export const keepNewPassword = (app: AppContext, password: string): void => {
  app.newPassword = password
}

/** Returns the password once; undefined without one. */
export const takeNewPassword = (app: AppContext): string | undefined => {
  const { newPassword } = app
  delete app.newPassword
  return newPassword
}

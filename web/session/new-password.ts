// The password of somebody who has just registered, so that the login that follows is one tap. It is in the memory of this
// page and nowhere else: the state of the history is stored on disk.
let newPassword: string | null = null

export const keepNewPassword = (password: string): void => {
  newPassword = password
}

/** Returns the password once; null without one. */
export const takeNewPassword = (): string | null => {
  const taken = newPassword
  newPassword = null
  return taken
}

// Tells the parts of the page that notifications arrived or were read.

/** Dispatched on the window. */
export const notificationsChangedEvent = 'notifications-changed'

export const announceNotifications = (): void => void globalThis.dispatchEvent(new Event(notificationsChangedEvent))

/** Calls `listener` whenever notifications arrive or are read; the result stops it. */
export const onNotificationsChanged = (listener: () => void): (() => void) => {
  addEventListener(notificationsChangedEvent, listener)
  return () => removeEventListener(notificationsChangedEvent, listener)
}

// What the server takes of the notifications: handlers and jobs.
import { deleteOldNotifications, emailNotifications, type NotificationEmailDeps } from './jobs.ts'
import { type NotificationDeps, notificationRoutes } from './routes.ts'

export const createNotificationsModule = (deps: NotificationDeps & NotificationEmailDeps) => ({
  routes: [notificationRoutes(deps)],
  jobs: {
    emailNotifications: (signal?: AbortSignal) => emailNotifications({ ...deps, signal }),
    deleteOldNotifications: (signal?: AbortSignal) => deleteOldNotifications({ ...deps, signal }),
  },
})

// What the server takes of the e-mails: jobs.
import { type MailDeps, sendMails } from './jobs.ts'
import { deleteOldCounts } from './unproven-addresses.ts'

export const createMailModule = (deps: MailDeps) => ({
  jobs: {
    sendMails: (signal?: AbortSignal) => sendMails({ ...deps, signal }),
    deleteOldCounts: () => deleteOldCounts(deps),
  },
})

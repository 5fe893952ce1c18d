// English messages of notifications and their settings.
import { englishCaseNotices, englishNotices, englishSuspendedUntil } from '#contract/notices/english.ts'
import { createNamespace } from '#web/i18n/namespace.ts'

const en = {
  sentences: englishNotices,
  caseSentences: englishCaseNotices,
  suspendedUntil: englishSuspendedUntil,
  other: 'Something happened in your deal',
  heading: 'Notifications',
  allSeen: 'Mark all as read',
  empty: 'Nothing new.',
  all: 'All notifications',
  settings: 'E-mail settings',
  isNew: '(new)',
  task: 'To do',
  news: 'What happened',
  tasks: {
    answer: 'Answer',
    look: 'Look',
    decide: 'Decide',
    add: 'Say where to pay',
    putInName: 'Put it in your name',
    tellBrta: 'How to tell BRTA',
    rate: 'Rate',
  },
  destinationAsked: 'You told us where to pay you.',
  more: 'Show more',
  retry: 'Try again',
  loading: 'Loading',
  close: 'Close',
  ago: {
    now: 'just now',
    minutes: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
    hours: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
  },
  emails: {
    heading: 'E-mails about deals',
    lead: 'We write when something happens. E-mails about money are always sent.',
    kinds: {
      requested: 'Somebody books my bike, or answers my booking',
      meeting: 'A time to meet is proposed or agreed',
      reminder: 'Reminders before a meeting',
      line: 'My turn in line',
      bike: 'A bike that I booked is changed',
      message: 'Somebody writes to me about a bike',
    },
    language: 'Language of the e-mails',
    english: 'English',
    bangla: 'Bangla',
    save: 'Save e-mail choices',
    saving: 'Saving',
    saved: 'Saved',
  },
}

export const notificationMessages = createNamespace('notifications', en)

import { defineMessages } from '../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const usageMessages = defineMessages('adminPortal.usage', {
  pageTitle: 'Usage',
  pageDescription: 'Plan usage for {{tenant}}. Monthly limits reset on {{date}}.',
  pageDescriptionEarly: 'Plan usage for {{tenant}}.',
  loading: 'Loading usage…',
  loadFailedTitle: 'We couldn’t load your usage',
  retry: 'Try again',
  forbiddenTitle: 'You can’t view usage',
  forbiddenText: 'Ask an administrator of {{tenant}} for access to usage.',
  emptyTitle: 'No usage yet',
  emptyText: 'Usage of your plan’s features appears here.',
  usedOf: '{{used}} of {{limit}} this month',
  usedUnlimited: '{{used}} this month',
  unlimited: 'No limit',
  near: 'You’ve used {{percent}}% of this month’s limit.',
  fullHard:
    'You’ve reached the limit. You can use {{feature}} again on {{date}}. To use it sooner, change to a larger plan.',
  fullSoft: 'You’ve reached the limit. You can keep using {{feature}}. For a higher limit, change to a larger plan.',
  overHard:
    'You’re over the limit. You can use {{feature}} again on {{date}}. To use it sooner, change to a larger plan.',
  overSoft: 'You’re over the limit. You can keep using {{feature}}. For a higher limit, change to a larger plan.',
  lastDays: { one: 'Last day', other: 'Last {{count}} days' },
  history: 'Use of {{feature}} per day',
  onDay: { one: '{{date}}: {{count}} use', other: '{{date}}: {{count}} uses' },
  showTable: 'Show as table',
  dayHeader: 'Day',
  usesHeader: 'Uses',
})

export type UsageTexts = (typeof usageMessages)['texts']

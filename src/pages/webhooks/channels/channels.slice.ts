import { itemsOf } from '../../../contract/items-of.ts'
import type { MessageRecipient } from '../../../contract/webhooks.ts'
import { fromBytes } from '../../../kernel/base64url.ts'
import { HttpError, messageOf } from '../../../kernel/errors.ts'
import { readSlackResult, slackState } from '../../../rules/slack-return.ts'
import type { WebhooksContext } from '../webhooks.context.ts'
import {
  type ChannelsState,
  type Loaded,
  type MessageChange,
  type MessageChannel,
  type MessageRow,
  messageChanges,
  type SlackFacts,
  type SlackRow,
  slackChanges,
} from './channels.state.ts'

const NONCE_KEY = 'fe_slack_nonce'
const NONCE_BYTES = 24

/** 403 means that the user lacks access, and 404 that the backend lacks the call. */
const HIDDEN: readonly number[] = [403, 404]

const callsOf = ({ api: { connectivity } }: WebhooksContext, channel: MessageChannel) =>
  channel === 'email'
    ? {
        list: connectivity.getEmailConfig,
        create: connectivity.createEmailConfig,
        enable: connectivity.setEmailEnabled,
        update: connectivity.updateEmailSubscription,
        remove: connectivity.deleteEmailConfig,
      }
    : {
        list: connectivity.getSmsConfig,
        create: connectivity.createSmsConfig,
        enable: connectivity.setSmsEnabled,
        update: connectivity.updateSmsSubscription,
        remove: connectivity.deleteSmsConfig,
      }

const perform = (calls: ReturnType<typeof callsOf>, change: MessageChange): Promise<unknown> => {
  const { eventKey } = change
  const path = { eventKey }
  switch (change.kind) {
    case 'create': {
      const { enabled, recipients } = change
      return calls.create({ path, body: { enabled, subscriptions: [{ name: eventKey, enabled: true, recipients }] } })
    }
    case 'enable':
      return calls.enable({ path, body: { enabled: change.enabled } })
    case 'update': {
      const { subscriptionId, name, recipients } = change
      return calls.update({ path: { eventKey, subscriptionId }, body: { name, enabled: true, recipients } })
    }
    case 'delete':
      return calls.remove({ path })
  }
}

/** Creates the loads of the channels; each one fails separately. */
const loading = (context: WebhooksContext) => {
  const { api, get, apply, known } = context
  /** Stores a load. An open form keeps its typed values even if the channel can't be reloaded. */
  const put = <Channel extends keyof ChannelsState>(channel: Channel, next: ChannelsState[Channel]) =>
    apply((state) => {
      const isOpen = state.dialog?.kind === channel && state.channels[channel].phase === 'ready'
      return isOpen && next.phase !== 'ready' ? state : { ...state, channels: { ...state.channels, [channel]: next } }
    })
  const outcome = async <Value>(isSeen: boolean | undefined, work: () => Promise<Value>): Promise<Loaded<Value>> => {
    if (!isSeen) return { phase: 'hidden' }
    try {
      return { phase: 'ready', value: await work() }
    } catch (error) {
      if (error instanceof HttpError && HIDDEN.includes(error.status)) return { phase: 'hidden' }
      return { phase: 'failed', error: messageOf(error) }
    }
  }
  const slackFacts = async (): Promise<SlackFacts> => {
    const { id, slackSubscriptions } = await api.connectivity.getSlackConfig()
    const ofOlder = async () => ({ teamName: id ? '' : null })
    const { teamName } = await known('slackApp', () => api.slackApp.getSlackWorkspace(), ofOlder)
    const facts = { teamName, subscriptions: itemsOf(slackSubscriptions), channels: [] }
    if (teamName === null) return facts
    try {
      return { ...facts, channels: itemsOf(await api.connectivity.getSlackChannels()) }
    } catch (error) {
      return { ...facts, problem: messageOf(error) }
    }
  }
  const loadSlack = async (): Promise<void> => {
    const slack = await outcome(get().viewer?.may.seeSlack, slackFacts)
    const isOffered = slack.phase !== 'ready' || slack.value.teamName !== null || !get().missing.includes('slackApp')
    put('slack', isOffered ? slack : { phase: 'hidden' })
  }
  const loadRecipients = async (channel: MessageChannel): Promise<void> => {
    const { listEmailRecipients, listSmsRecipients } = api.messageRecipients
    const list = channel === 'email' ? listEmailRecipients : listSmsRecipients
    const ofOlder = async (): Promise<{ recipients: MessageRecipient[] }> => ({ recipients: [] })
    // The form also works without recipients.
    const found = await known('messageRecipients', () => list(), ofOlder).catch(ofOlder)
    const kept = itemsOf(found.recipients)
    apply((state) => ({ ...state, recipients: { ...state.recipients, [channel]: kept } }))
  }
  const loadMessages = async (channel: MessageChannel): Promise<void> => {
    const may = get().viewer?.may
    const isSeen = channel === 'email' ? may?.seeEmail : may?.seeSms
    if (isSeen) await loadRecipients(channel)
    put(channel, await outcome(isSeen, async () => itemsOf(await callsOf(context, channel).list())))
  }
  const loadChannel = (channel: keyof ChannelsState) => (channel === 'slack' ? loadSlack() : loadMessages(channel))
  return {
    loadChannel,
    loadRecipients,
    loadChannels: async () => void (await Promise.all([loadMessages('email'), loadMessages('sms'), loadSlack()])),
  }
}

const saving = (context: WebhooksContext, loadChannel: (channel: keyof ChannelsState) => Promise<void>) => {
  const { api, get, submit, notify } = context
  /**
   * Saves changes and reloads the channel, so that a retry after a failure starts from the stored values and doesn't
   * send them again.
   */
  const save = async (channel: keyof ChannelsState, work: () => Promise<void>): Promise<void> => {
    const isSaved = await submit(work)
    await loadChannel(channel)
    if (isSaved) notify('channelSaved')
  }
  return {
    saveMessages: (channel: MessageChannel, rows: readonly MessageRow[]): Promise<void> =>
      save(channel, async () => {
        const stored = get().channels[channel]
        const calls = callsOf(context, channel)
        const changes = messageChanges(channel, stored.phase === 'ready' ? stored.value : [], rows)
        for (const change of changes) await perform(calls, change)
      }),
    saveSlack: (rows: readonly SlackRow[]): Promise<void> =>
      save('slack', async () => {
        const { slack } = get().channels
        const { connectivity } = api
        for (const change of slackChanges(slack.phase === 'ready' ? slack.value.subscriptions : [], rows)) {
          if (change.kind === 'create') await connectivity.createSlackSubscription({ body: change.body })
          else if (change.kind === 'delete') await connectivity.deleteSlackSubscription({ path: { id: change.id } })
          else await connectivity.updateSlackSubscription({ path: { id: change.id }, body: change.body })
        }
      }),
  }
}

const connecting = (context: WebhooksContext, loadChannel: (channel: keyof ChannelsState) => Promise<void>) => {
  const { api, apply, deps, notify, failWith } = context
  const isSaving = (on: boolean, formError?: string) => apply((state) => ({ ...state, saving: on, formError }))
  return {
    /** Redirects to Slack, which redirects back to this page. */
    async connectSlack(): Promise<void> {
      const nonce = fromBytes(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))
      const back = deps.navigator.location()
      back.hash = '#/admin-box/webhooks?slack='
      isSaving(true)
      try {
        const query = { state: slackState({ nonce, url: back.href }) }
        const { url } = await api.slackApp.getSlackAuthorization({ query })
        deps.local.set(NONCE_KEY, nonce)
        isSaving(false)
        deps.navigator.go(url)
      } catch (error) {
        isSaving(false, messageOf(error))
      }
    },
    /** Handles the redirect from Slack. A result that this browser did not request is ignored. */
    async finishSlack(appended: string): Promise<void> {
      const result = readSlackResult(appended)
      const isOurs = result !== undefined && result.nonce === deps.local.get(NONCE_KEY)
      deps.local.remove(NONCE_KEY)
      if (!isOurs) return
      if (result.code === '') {
        notify('slackDeclined')
        return
      }
      try {
        await api.connectivity.registerSlackCode({ body: { code: result.code } })
        notify('slackConnected')
      } catch (error) {
        // The code is used up, so a retry would be refused.
        failWith('connectionFailed', { name: 'Slack', error })
      }
      await loadChannel('slack')
    },
    async disconnectSlack(): Promise<void> {
      isSaving(true)
      try {
        await api.slackApp.disconnectSlack()
        isSaving(false)
        notify('slackDisconnected')
      } catch (error) {
        isSaving(false, messageOf(error))
      }
      await loadChannel('slack')
    },
  }
}

const confirming = (context: WebhooksContext, loadRecipients: (channel: MessageChannel) => Promise<void>) => {
  const { api, apply, notify } = context
  const isSaving = (on: boolean, formError?: string) => apply((state) => ({ ...state, saving: on, formError }))
  return {
    async requestConfirmation(channel: MessageChannel, id: string): Promise<void> {
      const { requestEmailConfirmation, requestSmsConfirmation } = api.messageRecipients
      isSaving(true)
      try {
        await (channel === 'email' ? requestEmailConfirmation : requestSmsConfirmation)({ path: { id } })
        isSaving(false)
        notify('confirmationSent')
      } catch (error) {
        isSaving(false, messageOf(error))
      }
      await loadRecipients(channel)
    },
  }
}

/** Creates the actions for emails, text messages and Slack. */
export const channelActions = (context: WebhooksContext) => {
  const { loadChannel, loadChannels, loadRecipients } = loading(context)
  return {
    loadChannel,
    loadChannels,
    ...confirming(context, loadRecipients),
    ...saving(context, loadChannel),
    ...connecting(context, loadChannel),
  }
}

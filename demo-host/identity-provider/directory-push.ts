import type { IncomingMessage, ServerResponse } from 'node:http'
import { directoryPage } from './directory-page.ts'
import { readForm, sendHtml } from './http.ts'
import { type ScimClient, type ScimTarget, scimClient } from './scim-client.ts'

type Work = (client: ScimClient, form: URLSearchParams) => Promise<unknown>

const field = (form: URLSearchParams, name: string): string => form.get(name)?.trim() ?? ''

/** The work of each button of the page, and the text that reports its success. */
const ACTIONS: Readonly<Record<string, readonly [done: string, work: Work]>> = {
  connect: ['Connected', async (client) => client.users()],
  'create-user': ['User pushed', (client, form) => client.createUser(field(form, 'email'), field(form, 'name'))],
  rename: [
    'User renamed',
    (client, form) => client.changeUser(field(form, 'id'), { displayName: field(form, 'name') }),
  ],
  deactivate: ['User deactivated', (client, form) => client.changeUser(field(form, 'id'), { active: false })],
  activate: ['User activated', (client, form) => client.changeUser(field(form, 'id'), { active: true })],
  'delete-user': ['User deleted', (client, form) => client.deleteUser(field(form, 'id'))],
  'create-group': ['Group pushed', (client, form) => client.createGroup(field(form, 'name'), form.getAll('member'))],
  'change-group': [
    'Group pushed',
    (client, form) => client.changeGroup(field(form, 'id'), field(form, 'name'), form.getAll('member')),
  ],
  'delete-group': ['Group deleted', (client, form) => client.deleteGroup(field(form, 'id'))],
}

interface Outcome {
  message: string
  isError: boolean
}

const failed = (error: unknown): Outcome => ({
  message: error instanceof Error ? error.message : 'Failed',
  isError: true,
})

/** Creates the page of the company directory; it keeps the connection until this process ends. */
export const createDirectoryPush = () => {
  let target: ScimTarget | undefined
  const draw = async (response: ServerResponse, outcome: Outcome = { message: '', isError: false }) => {
    const client = target && scimClient(target)
    const none = { users: [], groups: [], outcome }
    const known = client
      ? await Promise.all([client.users(), client.groups()]).then(
          ([users, groups]) => ({ users, groups, outcome }),
          (error: unknown) => ({ ...none, outcome: outcome.isError ? outcome : failed(error) }),
        )
      : none
    const { users, groups } = known
    sendHtml(response, directoryPage({ target, users, groups, ...known.outcome }))
  }
  const perform = async (form: URLSearchParams): Promise<Outcome> => {
    const [done, work] = ACTIONS[form.get('action') ?? ''] ?? []
    if (!done || !work || !target) return { message: 'Connect the directory first', isError: true }
    return work(scimClient(target), form).then(() => ({ message: done, isError: false }), failed)
  }
  return {
    show: (response: ServerResponse) => draw(response),
    async push(request: IncomingMessage, response: ServerResponse) {
      const form = await readForm(request)
      if (form.get('action') === 'connect') target = { baseUrl: field(form, 'baseUrl'), token: field(form, 'token') }
      await draw(response, await perform(form))
    },
  }
}

import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { createSlack } from '../../src/backend/adapters/slack.ts'
import { SlackError, type SlackPort } from '../../src/backend/ports/slack.ts'
import { closeServer, listen } from '../../src/serve/listen.ts'
import { createSlackStandIn, SLACK_APP } from './start.ts'

const REDIRECT = 'http://localhost:9/callback'

const standIn = createSlackStandIn()
let server: Server
let slack: SlackPort

before(async () => {
  server = await listen(standIn.listener, 0)
  const { port } = server.address() as AddressInfo
  slack = createSlack({ ...SLACK_APP, apiUrl: `http://localhost:${port}/slack/api` }, { allowLocal: true })
})
after(() => closeServer(server))

const choose = async (choice: string) => {
  const url = slack.authorizationUrl({ state: 'a state', redirectUri: REDIRECT })
  const body = new URLSearchParams({ choice })
  const response = await fetch(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: new URL(url).origin },
  })
  return new URL(response.headers.get('location') ?? '').searchParams
}

const isRefused = (code: string) => (error: unknown) => error instanceof SlackError && error.code === code

test('an app that is allowed posts in the channels of the workspace until it is uninstalled', async () => {
  const query = await choose('allow')
  assert.equal(query.get('state'), 'a state')
  const code = query.get('code') ?? ''
  const { token, teamName } = await slack.register({ code, redirectUri: REDIRECT })
  assert.equal(teamName, 'Demo workspace')
  await assert.rejects(slack.register({ code, redirectUri: REDIRECT }), isRefused('invalid_code'))
  const [channel] = await slack.channels(token)
  assert.equal(channel?.name, 'general')
  await slack.post(token, { channel: channel?.id ?? '', text: 'Hello' })
  assert.equal(standIn.messages[0]?.text, 'Hello')
  await assert.rejects(slack.post(token, { channel: 'C9', text: 'Hello' }), isRefused('channel_not_found'))
  await slack.uninstall(token)
  await assert.rejects(slack.channels(token), isRefused('invalid_auth'))
})

test('an app that is declined gets no code', async () => {
  const query = await choose('cancel')
  assert.deepEqual([query.get('code'), query.get('error')], [null, 'access_denied'])
})

test('no call leaves for an address inside the network of the server', async () => {
  const inner = createSlack({ ...SLACK_APP, apiUrl: 'https://10.0.0.1/api' }, {})
  await assert.rejects(inner.channels('token'), /not on the public Internet/)
})

import { expect } from 'chai'
import { subTenantTree } from '../../../contract/accounts.ts'
import { selfService } from '../../../contract/me.ts'
import { members, team } from '../../../contract/users.ts'
import type { StepUpRequest } from '../../../http/options.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { createPrompt, createStepUpQueue } from './step-up-host.tsx'
import { stepUpTitleOf } from './step-up-title.ts'

const request: StepUpRequest = { challenge: { maxAge: 300 }, endpoint: members.unlockMember }

const open = ({ isAllowed = true } = {}) => {
  const shown: (StepUpRequest | undefined)[] = []
  const events: string[] = []
  const queue = createStepUpQueue(
    {
      before: (name, detail) => {
        events.push(`before ${name} ${JSON.stringify(detail)}`)
        return isAllowed
      },
      after: (name, detail) => void events.push(`after ${name} ${JSON.stringify(detail)}`),
    },
    (one) => void shown.push(one),
  )
  return { queue, shown, events }
}

describe('calls that need a step-up in the portal', () => {
  it('wait together for one proof', async () => {
    const { queue, shown, events } = open()
    const calls = [queue.prompt(request), queue.prompt({ ...request, endpoint: selfService.deleteUser })]
    expect(shown).to.deep.equal([request])
    queue.end(true)
    expect(await Promise.all(calls)).to.deep.equal([true, true])
    expect(shown).to.deep.equal([request, undefined])
    expect(events).to.deep.equal(['before step-up {"maxAge":300}', 'after step-up {"maxAge":300}'])
  })

  it('fail when the user cancels, and the next one prompts again', async () => {
    const { queue, shown, events } = open()
    const first = queue.prompt(request)
    queue.end(false)
    expect(await first).to.equal(false)
    void queue.prompt(request)
    expect(shown).to.deep.equal([request, undefined, request])
    expect(events.filter((event) => event.startsWith('after'))).to.deep.equal([])
  })

  it('fail at once when the host stops the step-up', async () => {
    const { queue, shown } = open({ isAllowed: false })
    expect(await queue.prompt(request)).to.equal(false)
    expect(shown).to.deep.equal([])
  })

  it('need no proof once all of them are aborted; those aborted earlier end at once', async () => {
    const { queue, shown, events } = open()
    const first = new AbortController()
    const second = new AbortController()
    const left = queue.prompt({ ...request, signal: first.signal })
    const stays = queue.prompt({ ...request, signal: second.signal })
    first.abort()
    expect(await left).to.equal(false)
    expect(shown.at(-1)).not.to.equal(undefined)
    second.abort()
    expect(await stays).to.equal(false)
    expect(shown.at(-1)).to.equal(undefined)
    expect(events.filter((event) => event.startsWith('after'))).to.deep.equal([])
    void queue.prompt(request)
    expect(shown.at(-1)).to.equal(request)
  })

  it('still wait for the proof when one of them cannot be aborted', async () => {
    const { queue, shown } = open()
    const aborted = new AbortController()
    const stays = queue.prompt(request)
    const left = queue.prompt({ ...request, signal: aborted.signal })
    aborted.abort()
    expect(await left).to.equal(false)
    expect(shown).to.deep.equal([request])
    queue.end(true)
    expect(await stays).to.equal(true)
  })

  it('name what they were about to do', () => {
    expect(stepUpTitleOf(members.unlockMember)).to.equal('titleUnlock')
    expect(stepUpTitleOf(subTenantTree.moveSubTenant)).to.equal('titleMoveAccount')
    expect(stepUpTitleOf(members.listMembers)).to.equal('title')
  })
})

describe('calls of a session that only an identity provider vouches for', () => {
  const refusal = (code: string) => new HttpError('Confirm it’s you', 403, undefined, { code })
  const openBoth = () => {
    const stepUp = open()
    const own = open()
    return { stepUp, own, prompt: createPrompt(stepUp.queue, own.queue) }
  }

  it('open a dialog of their own for permissions and connections, but not for other refusals', () => {
    const { prompt } = openBoth()
    const found = ['rights-withheld', 'own-voucher-required', 'outranked'].map((code) =>
      prompt.challengeOf?.(refusal(code), team.addUser),
    )
    expect(found).to.deep.equal([{ missing: 'rights-withheld' }, { missing: 'own-voucher-required' }, undefined])
    expect(prompt.challengeOf?.(new TypeError('offline'), team.addUser)).to.equal(undefined)
  })

  it('wait for that proof and not for a second factor', async () => {
    const { prompt, stepUp, own } = openBoth()
    const call = prompt({ challenge: { missing: 'rights-withheld' }, endpoint: team.addUser })
    expect([stepUp.shown.length, own.shown.length]).to.deep.equal([0, 1])
    own.queue.end(true)
    expect(await call).to.equal(true)
  })

  it('that only read do not ask again after the user canceled, until a change does', async () => {
    const { prompt, own } = openBoth()
    const asks = (endpoint: StepUpRequest['endpoint']) =>
      prompt.challengeOf?.(refusal('rights-withheld'), endpoint) !== undefined
    const run = async (isProven: boolean) => {
      const call = prompt({ challenge: { missing: 'rights-withheld' }, endpoint: team.addUser })
      own.queue.end(isProven)
      await call
    }
    expect([asks(team.listMembers), asks(team.addUser)]).to.deep.equal([true, true])
    await run(false)
    expect([asks(team.listMembers), asks(team.addUser)]).to.deep.equal([false, true])
    await run(true)
    expect([asks(team.listMembers), asks(team.addUser)]).to.deep.equal([true, true])
  })

  it('still ask after a page aborted its read, because the user did not cancel', async () => {
    const { prompt, own } = openBoth()
    const asks = () => prompt.challengeOf?.(refusal('rights-withheld'), team.listMembers) !== undefined
    const left = new AbortController()
    const challenge = { missing: 'rights-withheld' } as const
    const read = prompt({ challenge, endpoint: team.listMembers, signal: left.signal })
    left.abort()
    expect([await read, asks(), own.shown.at(-1)]).to.deep.equal([false, true, undefined])
    const canceled = prompt({ challenge, endpoint: team.listMembers })
    own.queue.end(false)
    expect([await canceled, asks()]).to.deep.equal([false, false])
    const other = new AbortController()
    const second = prompt({ challenge, endpoint: team.listMembers, signal: other.signal })
    other.abort()
    expect([await second, asks()]).to.deep.equal([false, false])
  })
})

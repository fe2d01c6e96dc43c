import { expect } from 'chai'
import { FeatureProvider } from '../../../feature/feature-context.tsx'
import type { FeatureRuntime } from '../../../feature/feature-runtime.ts'
import { renderUi } from '../../../testing/render.tsx'
import { useFormatAdvice } from './shell.tsx'

interface Formats {
  dateFormat?: string
  timeFormat?: string
}

const Advised = (formats: Formats) => {
  useFormatAdvice(formats)
  return null
}

const warningsFor = async (formats: Formats): Promise<string[]> => {
  const said: string[] = []
  const runtime: unknown = { deps: { log: { warn: (text: string) => said.push(text) } } }
  const screen = await renderUi(
    // The hook reads the log only.
    <FeatureProvider value={runtime as FeatureRuntime}>
      <Advised {...formats} />
    </FeatureProvider>,
  )
  await screen.unmount()
  return said
}

describe('a format that an account stores', () => {
  it('is named in the console with the token that keeps it from being used', async () => {
    expect(await warningsFor({ dateFormat: 'QQQ yyyy', timeFormat: 'HH:mm z' })).to.deep.equal([
      'The account\'s date format "QQQ yyyy" has "QQQ", which isn\'t supported. The format of the user\'s language is used instead.',
      'The account\'s time format "HH:mm z" has "z", which isn\'t supported. The format of the user\'s language is used instead.',
    ])
    expect(await warningsFor({ dateFormat: 'MMMM y' })).to.deep.equal([
      'The account\'s date format "MMMM y" lacks the day, the month or the year. The format of the user\'s language is used instead.',
    ])
  })

  it('causes no warning where it is used', async () => {
    expect(await warningsFor({})).to.deep.equal([])
    expect(await warningsFor({ dateFormat: '', timeFormat: '24' })).to.deep.equal([])
    expect(await warningsFor({ dateFormat: 'Do MMMM YYYY', timeFormat: 'h:mm a' })).to.deep.equal([])
  })
})

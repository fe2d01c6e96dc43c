import { expect } from 'chai'
import { WithTexts } from '../../../testing/feature.tsx'
import { renderUi } from '../../../testing/render.tsx'
import { type CeremonyCode, CeremonyError } from '../../failure/ceremony-error.ts'
import { failedWith } from '../../failure/failure.ts'
import { ceremonyFailureOf, useCeremonyText } from './ceremony-failure.ts'

interface ShownProps {
  code: CeremonyCode
  wanted?: 'passkey' | 'device'
}

const Shown = ({ code, wanted }: ShownProps) =>
  useCeremonyText(failedWith(ceremonyFailureOf(new CeremonyError(code))), wanted)

const textOf = async (props: ShownProps): Promise<string> => {
  const screen = await renderUi(
    <WithTexts>
      <Shown {...props} />
    </WithTexts>,
  )
  const text = screen.root.textContent ?? ''
  await screen.unmount()
  return text
}

describe('a request of the browser that was canceled', () => {
  it('mentions a missing passkey only when the request was for an existing one', async () => {
    expect(await textOf({ code: 'cancelled' })).to.contain('no matching passkey was found')
    const plain = 'The request was canceled or timed out. Try again.'
    expect(await textOf({ code: 'cancelled', wanted: 'device' })).to.equal(plain)
    expect(await textOf({ code: 'notCreated' })).to.equal(plain)
  })
})

import { expect } from 'chai'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { renderUi } from './render.tsx'

const Row = ({ children }: { children: ReactNode }) => <li>{children}</li>

/** The stack that React keeps for its warnings about an element. */
const stackOf = (element: ReactElement) => (element as unknown as { _debugStack: Error })._debugStack

describe('React in browser tests', () => {
  it('keeps no stack for each element and describes no renders to developer tools', () => {
    expect(stackOf(<Row>one</Row>)).to.equal(stackOf(<Row>two</Row>))
    expect(console).to.not.have.property('timeStamp')
    expect(console).to.not.have.property('createTask')
  })

  it('still warns about rows without keys', async () => {
    const warnings: string[] = []
    const { error } = console
    console.error = (text) => warnings.push(text)
    const rows = ['one', 'two'].map((text) => createElement(Row, null, text))
    const screen = await renderUi(<ul>{rows}</ul>).finally(() => {
      console.error = error
    })
    await screen.unmount()
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.contain('unique "key" prop')
  })
})

import { useEffect, useRef } from 'react'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Icon, type IconName } from '../../../ui/icon/icon.tsx'
import type { CommandBarProps } from './command-bar.actions.ts'
import type { Command, CommandGroup, Subject } from './commands.ts'

interface ResultsProps extends CommandBarProps {
  id: string
  groups: readonly CommandGroup[]
  /** Index of the selected command across all groups. */
  at: number
  onPoint(at: number): void
  onRun(command: Command): void
}

interface OptionProps {
  id: string
  command: Command
  isChosen: boolean
  /** Explains how to reach its actions by keyboard. */
  hint: string
  onPoint(): void
  onRun(): void
  onChoose(subject: Subject): void
}

const Face = ({ command: { avatar, icon } }: { command: Command }) =>
  avatar ? <Avatar {...avatar} size="s" /> : <Icon name={icon as IconName} />

/** A mark for pointers: an option can't contain a button, and the keyboard has a key of its own for it. */
const MoreMark = ({ subject, onChoose }: { subject: Subject } & Pick<OptionProps, 'onChoose'>) => (
  <span
    className="fe-command-more"
    aria-hidden="true"
    onMouseDown={(event) => event.preventDefault()}
    onClick={(event) => {
      event.stopPropagation()
      onChoose(subject)
    }}
  >
    <Icon name="chevron-right" size="s" />
  </span>
)

const Option = ({ id, command, isChosen, hint, onPoint, onRun, onChoose }: OptionProps) => {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and the keys (aria-activedescendant)
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-description={command.subject && hint}
      className="fe-command-option"
      onMouseMove={onPoint}
      onClick={onRun}
    >
      <Face command={command} />
      <span className="fe-command-label">{command.label}</span>
      {command.note && <span className="fe-command-note">{command.note}</span>}
      {command.subject && <MoreMark subject={command.subject} onChoose={onChoose} />}
    </div>
  )
}

const words = ({ state, groups, t }: ResultsProps): string => {
  if (state.phase === 'searching') return t('searching')
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  return t('count', { count })
}

const Hint = ({ keys, children }: { keys: string; children: string }) => (
  <span>
    {keys.split(' ').map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}{' '}
    {children}
  </span>
)

const Hints = ({ state: { subject }, t, chosen }: CommandBarProps & { chosen: Command | undefined }) => (
  <div className="fe-command-hints" aria-hidden="true">
    <Hint keys="↑ ↓">{t('hintMove')}</Hint>
    <Hint keys="↵">{t('hintOpen')}</Hint>
    {chosen?.subject && !subject && <Hint keys="→">{t('hintActions')}</Hint>}
    {subject && <Hint keys="⌫">{t('hintBack')}</Hint>}
    <Hint keys="Esc">{t('hintClose')}</Hint>
  </div>
)

const Group = (props: ResultsProps & { group: CommandGroup; from: number }) => {
  const { t, id, at, group, from, actions, onPoint, onRun } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role
    <div role="group" aria-labelledby={`${id}-${group.id}`}>
      <div id={`${id}-${group.id}`} className="fe-command-group" role="presentation">
        {group.title}
      </div>
      {group.commands.map((command, index) => (
        <Option
          key={command.id}
          id={`${id}-${from + index}`}
          command={command}
          isChosen={from + index === at}
          hint={t('moreOf')}
          onPoint={() => onPoint(from + index)}
          onRun={() => onRun(command)}
          onChoose={actions.choose}
        />
      ))}
    </div>
  )
}

/** Returns the index of a group's first command across all groups. */
const startOf = (groups: readonly CommandGroup[], index: number): number =>
  groups.slice(0, index).reduce((sum, { commands }) => sum + commands.length, 0)

export const Results = (props: ResultsProps) => {
  const { state, t, id, groups, at } = props
  return (
    <>
      <div id={`${id}-list`} role="listbox" aria-label={t('results')} className="fe-command-list">
        {groups.map((group, index) => (
          <Group key={group.id} {...props} group={group} from={startOf(groups, index)} />
        ))}
      </div>
      {groups.length === 0 && state.phase === 'calm' && (
        <p className="fe-command-empty">{t('nothing', { text: state.text })}</p>
      )}
      {state.phase === 'failed' && (
        <p className="fe-command-empty" role="alert">
          {t('failed', { reason: state.error ?? '' })}
        </p>
      )}
      <Hints {...props} chosen={groups.flatMap(({ commands }) => commands)[at]} />
      <span className="fe-hidden" role="status">
        {words(props)}
      </span>
    </>
  )
}

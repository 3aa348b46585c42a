import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Signals received by this process: a child that exited because of one has not failed. */
export const interruptions = new Set()

/**
 * Runs a command and resolves with its exit code like a shell (128 + number if a signal ended it). Each kind of signal to this
 * process is forwarded once, and the exit of the child is awaited.
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options] those of `spawn`; `passOnAs` is the signal that makes the child exit gracefully, whichever was received
 * @param {(output: string) => void} [hear] receives the output of the child instead of the terminal
 * @returns {Promise<number>} rejects if it cannot be started
 */
export function runChild(command, args, { passOnAs, ...options } = {}, hear) {
  const child = spawn(command, args, { stdio: hear ? ['ignore', 'pipe', 'pipe'] : 'inherit', ...options })
  child.stdout?.on('data', (data) => hear?.(String(data)))
  child.stderr?.on('data', (data) => hear?.(String(data)))
  const passOn = (signal) => {
    if (!interruptions.has(signal)) child.kill(passOnAs ?? signal)
    interruptions.add(signal)
  }
  const signals = ['SIGINT', 'SIGTERM']
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn)
  })
}

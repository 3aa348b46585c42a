import { installDebianPackages, programOfTheMachine } from './debian-packages.mjs'

/** Has clamd there for the tests, without its signatures. Where it cannot be had, those tests are skipped. */
export async function provideClamd() {
  if (!programOfTheMachine('clamd')) await installDebianPackages('clamav-daemon')
}

// Finds e-mail addresses and links.
import {
  after,
  before,
  digit,
  ending,
  letter,
  letters,
  marks,
  plainEnding,
  provider,
  toPattern,
  word,
} from './address-patterns.ts'
import type { TextRange } from './digit-runs.ts'

const atWord = String.raw`(?:at|att|et|aet|এট|অ্যাট|এ্যাট|এ্যট|অ্যাট দ্য রেট|এট দ্য রেট|এট দা রেট|at the rate of|at the rate|at rate|at sign)`
// The signs around a word that is said: karim*at*gmail*dot*com
const around = String.raw`\s?[*_~|/\\#=-]{1,3}\s?`
const at = String.raw`(?:\s{0,4}@\s{0,4}|\s{0,4}[([{<]\s{0,2}(?:a|@|${atWord})\s{0,2}[)\]}>]\s{0,4}|\s{1,4}${atWord}\s{1,4}|${around}${atWord}${around})`
const dotWord = '(?:dot|doot|dott|ডট|ডট্)'
const saidDot = String.raw`(?:\s{0,4}[([{<]\s{0,2}(?:\.|${dotWord})\s{0,2}[)\]}>]\s{0,4}|\s{1,4}${dotWord}\s{1,4}|${around}${dotWord}${around})`
const dot = String.raw`(?:\s{0,4}\.\s{0,4}|${saidDot})`
// A full stop before a space ends a sentence, except before an ending that is no word.
const lastDot = String.raw`(?:(?:\.|\s{1,2}\.\s{1,2}|${saidDot})${ending}|\.\s{1,2}${plainEnding})`
// "gmail dot kom", "gmail.con", "gmailcom"
const mailEnding = String.raw`(?:c\s?[o0]\s?m{1,2}|coom|kom|kam|cm|con|cam|cim|vom|xom|কম|কোম|ক\s?ম|net|নেট|org|bd|বিডি)`
const providerWithEnding = String.raw`${provider}(?:(?:${dot}|\s{0,2},?\s?)${mailEnding}(?:${dot}(?:bd|বিডি))?|${dot}(?:co${dot}[a-z]{2}|me|in|io|ca|uk|us))`

// Of an address, at most 64 characters stand before its @; "dot" and "underscore" may be said between them.
const localWord = String.raw`(?<![${letters}_.+-])[${letters}_.+-]{0,63}[${letters}_]`
const saidJoint = String.raw`(?:${saidDot}|\s{1,3}(?:under\s?score|dash|hyphen|আন্ডার\s?স্কোর|ড্যাশ|হাইফেন)\s{1,3}|\s[._]\s|\s{0,2}[([{]_[)\]}]\s{0,2})`
const localPart = String.raw`${localWord}(?:${saidJoint}${word}){0,3}`
// k a r i m 2 2
const spacedWord = String.raw`(?<![${letters}_.+-])(?:[${letters}][${marks}]{0,2}(?:\s|[-._*]|\s[-._*]\s)){2,40}[${letters}][${marks}]{0,2}`
const spacedDomain = String.raw`(?=[${letters}\s_*-]{1,60}\.)[${letters}](?:[\s_*-]{0,2}\.[\s_*-]{0,2}[${letters}]|[\s_*-][${letters}]${after}){3,40}`

// Endings that are words too: only with a path or a known host.
const hostEnding = '(?:me|ly|gl|gle|be|ee|in|to|cc)'
const host = String.raw`(?:wa|t|m|fb|me|bit|goo|forms|tinyurl|youtu|linktr|ig|telegram|instagram|lnkd)`

// What stands before an address and is no part of it.
const mailWord =
  'e-?mail|mail|gmail|address|id|ta|is|holo|hocche|at|to|me|my|amar|please|pls|send|write|ইমেইল|মেইল|জিমেইল|আমার|হলো|টা'

const mentionsMail = new RegExp(`@|[([{<]|${before}${atWord}${after}|${provider}`, 'iu')

// The whole match is hidden, or its group `name`.
const mailPatterns: readonly RegExp[] = [
  // karim@example.co.uk, with any ending
  toPattern(
    String.raw`${localWord}@[${letter}][${letters}-]{0,40}(?:\.[${letter}][${letters}-]{0,40}){0,3}\.[a-z]{2,10}${after}`,
  ),
  // karim al amin 22 @ gmail.com
  toPattern(
    String.raw`${before}(?:(?!(?:${mailWord})\s)[${letter}.]{1,20}\s){1,4}[${digit}]{1,8}${at}(?:${providerWithEnding}|${provider})${after}`,
  ),
  // karim@example.com, karim (at) example (dot) com, karim dot ali at example dot com
  toPattern(
    String.raw`${localPart}${at}[${letters}-]{1,40}(?:${dot}[${letters}-]{1,40}){0,3}?${lastDot}(?:\.[a-z]{2})?${after}`,
  ),
  // karim at gmail, karim et jimeil dot kom, karim@gmailcom, karim gmail dot com
  toPattern(`${localPart}${at}(?:${providerWithEnding}|${provider})${after}`),
  toPattern(
    String.raw`${localPart}\s{0,4}${provider}(?:(?:\.|\s{1,2}\.\s{1,2}|${saidDot})${mailEnding}|(?:\.?\s)?com)${after}`,
  ),
  // karim22 gmail
  toPattern(String.raw`${before}[${letter}][${letter}_.-]{2,40}[${digit}]{1,8}\s{1,2}${provider}${after}`),
  // k a r i m @ g m a i l . c o m
  toPattern(
    `${spacedWord}${at}(?:${spacedDomain}|(?:${providerWithEnding}|${provider})${after}|[${letters}-]{1,40}${lastDot}${after})`,
  ),
  toPattern(`${localPart}${at}${spacedDomain}`),
  // gmail: karim.ali22
  toPattern(
    String.raw`${before}${provider}(?:['’]?s|-?(?:e|te|er|r|এ|তে|এর|র|ে|ের|য়ে))?(?:\s{1,3}(?:e|te|a|এ|তে))?(?:\s{1,3}(?:amar|my|আমার))?(?:\s{0,3}(?:i\.?d|name|nam|address|account|acc|আইডি|নাম|অ্যাকাউন্ট|একাউন্ট|ঠিকানা))?(?:\s{0,3}(?:[:=~>→-]{1,4}|is|holo|hocche|hoche|r|er|ta|হলো|হচ্ছে|টা|র|এর)(?=[\s:=~>→-])){0,4}\s{1,4}(?<name>(?=[${letters}_.]{0,40}[${digit}_.][${letters}_])[${letters}_.]{4,64})`,
  ),
]
const linkPatterns: readonly RegExp[] = [
  // Links, with and without a scheme, and "example dot com".
  toPattern(String.raw`(?:https?|hxxps?)\s?:?\s?//\s?\S+`),
  toPattern(String.raw`${before}www\s?\.\s?\S+`),
  // double u double u double u dot example dot com
  toPattern(
    String.raw`${before}(?:(?:w|double\s?u|dablu|ডা?ব্লিউ|ডাবলিউ|ডাবলু)[\s.]{0,2}){3}(?:\.|dot|ডট)\s{0,3}[${letters}-]{1,40}(?:(?:\.|\s{1,3}(?:dot|ডট)\s{1,3})[${letters}-]{1,40}){0,3}`,
  ),
  toPattern(
    String.raw`${before}[${letters}][${letters}-]{0,40}(?:\.[${letters}-]{1,40}){0,5}\.${ending}(?:\.[a-z]{2})?${after}(?:/\S*|\s{1,2}(?:/|slash|স্ল্যাশ)\s{0,2}\S+)?`,
  ),
  toPattern(
    String.raw`${before}(?!(?:an?|the|this|ekta|kono|ei|oi|একটা|এই|কোনো)\s)[${letters}][${letters}-]{0,40}(?:(?:\s{1,4}(?:dot|ডট)\s{1,4}|\s{0,4}[([{]\s{0,2}(?:dot|ডট)\s{0,2}[)\]}]\s{0,4}|\s{1,4}\.\s)${ending}|\.\s${plainEnding})${after}(?:\s{0,4}(?:/|slash|স্ল্যাশ)\s{0,4}(?:at\s{1,2})?\S+)?`,
  ),
  toPattern(
    String.raw`${before}${host}(?:\s?\.\s?${hostEnding}(?:\s?/\s?\S+|${after})|\s{1,3}(?:dot|ডট)\s{1,3}${hostEnding}\s{0,3}(?:/|slash|স্ল্যাশ)\s{0,3}\S+)`,
  ),
  toPattern(String.raw`${before}[a-z0-9-]{1,40}\.(?:me|io|co|in|to|ly|cc|tv|gg)/\S+`),
]

/** Finds e-mail addresses and links. */
export const findAddresses = (text: string): TextRange[] =>
  [...(mentionsMail.test(text) ? mailPatterns : []), ...linkPatterns].flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match): TextRange => {
      const name = match.groups?.['name'] ?? match[0]
      const start = match.index + match[0].lastIndexOf(name)
      return { start, end: start + name.length }
    }),
  )

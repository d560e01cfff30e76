// Those of the 10,000 commonest passwords that are long enough to be chosen here. @see
// https://github.com/dropbox/zxcvbn, data/passwords.txt (MIT license)

const COMMON: ReadonlySet<string> = new Set(
  `
  qwertyuiop 1234567890 q1w2e3r4t5 1q2w3e4r5t 4815162342 123456789a 12345qwert 1234554321 usuckballz1 password123
  123456789q basketball 1029384756 123qweasdzxc soso123aljg manchester 1qaz2wsx3edc 12345678910 q1w2e3r4t5y6 1123581321
  qwerty12345 1q2w3e4r5t6y fuck_inside mailcreated5240 nuttertools 1122334455 qazwsxedcrfv 123456qwerty 1234567890q
  terminator qwerty123456 california enterprise 123456789z poiuytrewq rjirfrgbde christopher fktrcfylhf polniypizdec0211
  sojdlg123aljg a123456789 translator deepthroat qwerty1234 undertaker multiplelo motherlode rjycnfynby syncmaster
  aleksandra salamander montgom240 sersolution leavemealone motherfucker realmadrid tinkerbell 123456654321 dragonball
  playstation ghostrider 1234567890a 1357924680 7ugd5hip2j gfhjkmgfhjkm 9293709b13 microphone 1234567891 washington
  vsjasnel12 yjdsqgfhjkm qazwsxedc123 strawberry anastasiya zxcvbnm123 harrypotter mypassword password12 qwert12345
  abrakadabra alessandro fuckinside 123456789s good123654 7894561230 konstantin underground highlander ghjcnjgfhjkm
  tokiohotel sonyericsson evangelion zxcasdqwe123 suckmydick university liverpool1 pufunga7782 hellokitty ironmaiden
  ghhh47hj7649 roadrunner intercourse htubcnhfwbz 12345qwerty mississippi 123456789m absolutely revolution vqsablpzla
  skateboard q123456789 friendster 123456789d masterbate vfntvfnbrf cocksucker penetration 0192837465 alexander1
  nthvbyfnjh azertyuiop 123456789qwe 1qazxsw23edc password01 ilovepussy 1234567899 1234509876 password99 madagaskar
  dragonballz abracadabra sweetheart rfhfvtkmrf ronaldinho masterbating supersonic ghjcnbnenrf information qwerasdfzxcv
  greedisgood qweasdzxc123 cheerleaers metallica1 flvbybcnhfnjh experienced 123456789r nopassword 123456789987654321
  blackberry 1020304050 112233445566 z1x2c3v4b5 mastermind interacial 1357908642 123456789v q1q2q3q4q5 volleyball
  finalfantasy ghbdtnrfrltkf 1z2x3c4v5b gangbanged spiderman1 0987654321q websolutions 1234567890z 123456789o losangeles
  a1b2c3d4e5 987654321a christophe wachtwoord chickenwing101 1qaz2wsx3edc4rfv a1s2d3f4g5 3rjs1la7qe quant4307s
  housewifes password11 unbelievable ghbdtndctv groupd2013 vflfufcrfh administrator
  `
    .trim()
    .split(/\s+/),
);
/** The keys in a row, and the alphabet. */
const KEYS = [
  '0123456789',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];
const RUNS: readonly string[] = KEYS.flatMap((keys) => [keys + keys, [...(keys + keys)].toReversed().join('')]);

/** Whether a password is one of the commonest, in any letter case, or a run of one or two characters or of keys. */
export function isCommon(password: string): boolean {
  const folded = password.toLowerCase();
  if (new Set(folded).size <= 2 || COMMON.has(folded)) return true;
  return RUNS.some((run) => run.includes(folded));
}

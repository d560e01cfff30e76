// Those of the 47,000 commonest passwords that are long enough to be chosen here. @see
// https://github.com/dropbox/zxcvbn, data/passwords.txt (MIT license)

const COMMON: ReadonlySet<string> = new Set(
  `
  qwertyuiop 1234567890 q1w2e3r4t5 1q2w3e4r5t 4815162342 123456789a 12345qwert 1234554321 usuckballz1 password123 123456789q
  basketball 1029384756 123qweasdzxc soso123aljg manchester 1qaz2wsx3edc 12345678910 q1w2e3r4t5y6 1123581321 qwerty12345
  1q2w3e4r5t6y fuck_inside mailcreated5240 nuttertools 1122334455 qazwsxedcrfv 123456qwerty 1234567890q terminator qwerty123456
  california enterprise 123456789z poiuytrewq rjirfrgbde christopher fktrcfylhf polniypizdec0211 sojdlg123aljg a123456789
  translator deepthroat qwerty1234 undertaker multiplelo motherlode rjycnfynby syncmaster aleksandra salamander montgom240
  sersolution leavemealone motherfucker realmadrid tinkerbell 123456654321 dragonball playstation ghostrider 1234567890a
  1357924680 7ugd5hip2j gfhjkmgfhjkm 9293709b13 microphone 1234567891 washington vsjasnel12 yjdsqgfhjkm qazwsxedc123 strawberry
  anastasiya zxcvbnm123 harrypotter mypassword password12 qwert12345 abrakadabra alessandro fuckinside 123456789s good123654
  7894561230 konstantin underground highlander ghjcnjgfhjkm tokiohotel sonyericsson evangelion zxcasdqwe123 suckmydick
  university liverpool1 pufunga7782 hellokitty ironmaiden ghhh47hj7649 roadrunner intercourse htubcnhfwbz 12345qwerty
  mississippi 123456789m absolutely revolution vqsablpzla skateboard q123456789 friendster 123456789d masterbate vfntvfnbrf
  cocksucker penetration 0192837465 alexander1 nthvbyfnjh azertyuiop 123456789qwe 1qazxsw23edc password01 ilovepussy 1234567899
  1234509876 password99 madagaskar dragonballz abracadabra sweetheart rfhfvtkmrf ronaldinho masterbating supersonic ghjcnbnenrf
  information qwerasdfzxcv greedisgood qweasdzxc123 cheerleaers metallica1 flvbybcnhfnjh experienced 123456789r nopassword
  123456789987654321 blackberry 1020304050 112233445566 z1x2c3v4b5 mastermind interacial 1357908642 123456789v q1q2q3q4q5
  volleyball finalfantasy ghbdtnrfrltkf 1z2x3c4v5b gangbanged spiderman1 0987654321q websolutions 1234567890z 123456789o
  losangeles a1b2c3d4e5 987654321a christophe wachtwoord chickenwing101 1qaz2wsx3edc4rfv a1s2d3f4g5 3rjs1la7qe quant4307s
  housewifes password11 unbelievable ghbdtndctv groupd2013 vflfufcrfh administrator babemagnet lamborghini experience
  justinbieber lockerroom ejaculation casablanca pussylover armageddon contortionist knickerless masturbation transexual
  lighthouse evanescence qawsedrftg 1a2s3d4f5g qazwsxedc1 pornographic comicbookdb motdepasse braveheart porsche911
  newproject2004 j3qq4h7h2v 1213141516 yfnfitymrf 123456789p maximilian needforspeed devilmaycry shevchenko montecarlo
  123456789l businessbabe fuckmehard zxcvb12345 1a2b3c4d5e charlie123 123456789123 uncencored callofduty masterbaiting
  12345678900 volkswagen supernatural 0000000000o spartan117 12345654321 maurolarastefy pathfinder asdfg12345 scandinavian
  watermelon astalavista penetrating summertime domainlock2005 dhjnvytyjub 987654321q pokemon123 cxfcnkbdfz professional
  momsanaladventure 123456789k dkflbvbhjdbx 17171717aa hd764nw5d7e1vb1 deutschland doggystyle techniques aleksander
  qazwsxedcrfvtgb darthvader lifeisgood insertions 123hfjdk147 peternorth a1a2a3a4a5 8phrowz622 5hsu75kpot badnaamhere
  0102030405 dkflbvbhjdyf bondarenko mostwanted pussylicker 3216732167 8phrowz624 mapet123456 opensesame alexandria cinderella
  copenhagen goldfinger limpbizkit thunderbird connection postov1000 counterstrike solidsnake zcxfcnkbdf gy3yt2rgls parliament
  bladerunner fuckyou123 chocolate1 jediknight zaq1xsw2cde3 1a2a3a4a5a vfvfvskfhfve angelofwar ghjcnjghjcnj q1234567890
  fkmnthyfnbdf hondacivic welcome123 winchester ctdfcnjgjkm 123456789abc 123456789n admin18533362 intelligence girlfriend
  89600506779 salamandra underworld smallville 23176djivanfros 123456789qwerty qazxswedcvfr wonderland mitsubishi ilovemyself
  galatasaray wellington qwertyasdfgh cyberonline cvzefh1gkc qwertasdfg azsxdcfvgb blingbling prettygirl sailormoon jesuschrist
  darkknight 1111111111zz 1q2q3q4q5q oc247ngucz pussyeater psychnaut1 whosyourdaddy multimedia whatthefuck 1223334444
  123456789w parolparol astonvilla 123123123q fktrcfylhjdyf fktrcfylhjdbx 89015173454 123456789qaz 1234qwerty sunderland
  cnjvfnjkju friendship mickeymouse password69 trustnoone t34vfrc1991 cheesecake 541233432442 fgjrfkbgcbc 4904s677075
  1111122222 12345trewq 0147896325 12345678900987654321 dashadasha bestfriend fartripper password1234 qpwoeiruty ghbdtnghbdtn
  painkiller firefighter ambassador 010203040506 lost4815162342 birthday21 12345zxcvb webhompass chesterfield apocalypse
  venom121293 neveragain moneymaker 51051051051 cxfcnmttcnm 102030405060 vanyarespekt sexmachine 123456789g 1234567890s
  testing123 slipknot666 independent letmeinnow television hellraiser dbrnjhjdbx rhbcnbyjxrf adrenaline combat123654 vyjujnjxbt
  quicksilver depechemode supervisor qweasdzxc1 123456789x qwerty123456789 zaratustra devilmaycry4 transformers matematika
  devildriver efbcapa201 iseedeadpeople 89231243658s millennium jacqueline helloworld 123456789qqq jamesbond007 rkfdbfnehf
  iddqdidkfa ledzeppelin passmaster 123123123a birmingham a987654321 4815162342lost 999111999q whitepower superduper
  123123qweqwe rfnfcnhjaf 123456789t 123456789b qq123456789 qwertyytrewq 1112131415 3141592654 1234567890qw 1pass1page
  asdfghjkl1 12345678912 1234qwerasdf 123qwe456rty goodfellas hurricanes 3syqo15hil asdfghjkl123 computador elizabeth1
  m6cjy69u35 pittsburgh ghjcnjrdfibyj ybrjkftdbx kamehameha 989244342a zx123456789 international everything hellothere
  1357997531 1122112211 qwertyuiop123 bangladesh transformer battlefield saun24865709 deerhunter 123456789f clubpenguin
  primetime21 programmer q1w2e3r4t5y6u7 birthday54 111222333a challenger stalingrad desperados apokalipsis fenerbahce
  generation rfnfgekmnf qwertyuiop1 80070633pc jetbalance 1qa2ws3ed4rf juggernaut 123456789qw puertorico 123456789zxc
  password13 amsterdam1 rfkmrekznjh luojianhua samsung123 polniypizdec110211 azwebitalia schumacher newpassword z123456789
  wishmaster dbrnjhjdyf undercover ptybnxtvgbjy verygoodbot alternative wenef45313 cheburashka unforgiven springfield
  iaapptfcor fucktheworld 7777755102q gunslinger cyjdsvujljv vfylfhbyrf skorpion39 123456789qq 12345678987654321 deltaforce
  masterchief ajcuivd289 s456123789 applesauce mevefalkcakk playstation3 revelation firestarter birthday299 31217221027711
  dictionary justforfun pornografia necromancer impossible fkg7h4f3v6 lkjhgfdsaz hshfd4n279 alessandra 19mtpgam19 roflcopter
  freelancer supermanboy cannondale football12 sevastopol cosmopolitan beautiful1 5t4r3e2w1q dragonfire electronic
  q1w2e3r4t5y6u7i8 naughtyboy cyecvevhbr 123456789aa sanandreas management caterpillar mechanical byajhvfnbrf sebastian1
  zqjphsyf6ctifgu oldsmobile 4815162342a ghhh47hj764 1234567890qwe shadow1212 hedimaptfcor qwerty2010 chessmaster gthtcnhjqrf
  lhbjkjubz2957704 superpuper tamwsn3sja password00 lightsaber kingfisher installutil yanshi1982 newzealand andrewjackie
  tigerwoods networkingpe 12qw34er56ty qazwsxedc12 password10 1qazxsw23edcvfr4 collection sidewinder password23 dodgeviper
  ghjrehfnehf ladyffesta incredible prometheus 159753456852 89172735872 olegnaruto 1234567890w 123456782000 wolverines
  hypnodanny ghbdtngjrf mastercard loveislife jesusislord motherfuck rjhjkmbien metropolis fcbarcelona christopher1 abcde12345
  ilovegirls angelochek ingodwetrust grandmaster installdevic digitalprodu reanimator 1234554321q 12345678qwe whatthehell
  philadelphia streetball 88002000600 alphaomega lsia9dnb9y millionaire froinlaven suckmycock minecraft123 berezuckiy
  blackhawks deeppurple cegthgfhjkm 1236547890 winnipeg261 boy4u2ownnyc domination kbnthfnehf 89211375759 a1234567890
  c43qpul5rz runescape1 123456789i qwert54321 peanutbutter 12345abcde technology anastasija an83546921an13 123456789as
  sacramento vfhufhbnrf 1234567890zzz jigei743ks r3vi3wpass ghjcnjrdfif 42qwerty42 mangust6403 lumberjack christian1
  grasshopper 987654321z rammstein1 georgetown nintendo64 olcrackmaster rfhfrfnbwf ontherocks flintstone lfplhfgthvf cegthgegth
  pornography abc123456789 1958proman dkflbdjcnjr auckland2010 w2dlww3v5p markhegarty kristopher residentevil jackdaniels
  neworleans ekaterina20 quiksilver butterfly1 mandragora qawsedrftgyh timberlake 123321qweewq 0987654321a 1029384756q
  omgkremidia vladislava 32615948worms ujkjdjkjvrf tombraider 742617000027 coorslight gblfhfcbyf justinbiebe stalker123
  minhasenha 26429vadim nemvxyheqdd5oqxyxyzi ajnjuhfabz avrillavigne peppermint gjytltkmybr cristopher virtuagirl millertime
  kaliningrad fuckyoubitch ghjcnbvtyz madagascar montgomery stronghold computadora nissan350z 1qwertyuiop 123456789e
  iloveyou123 tadmichaels ilovejesus luckycharm gordolee85 massimiliano lamborgini 0147258369 lololyo123 012345678910
  production lp2568cskt gjikbdctyf gettysburg 41d8cd98f00b 5432112345 constantine 000777fffa nhfdvfnjkju123 19952009sa
  timberwolf illuminati studioworks 38gjgeuftd sasha12345 kobebryant 12345asdfg silenthill shamanking vfhvtkflrf stomatolog
  gjkysqgbpltw disneyland temppassword ticketmaster richardson 123456789. snusmumrik serendipity redemption 123456789c
  cfkfvfylhf k123456789 fighting54 astonmartin 01telemike01 123456qwer 1133557799 ghjcnjnfr1 portsmouth 0o9i8u7y6t birthday10
  grandorgue godisgreat lucifer666 80637852730 7418529630 loveforever stratocaster 123456789zx ilovemusic left4dead2 nikita2000
  klapaucius telecaster punksnotdead australia1 1986irachka playstation2 dctvghbdtn performance sweetpussy multiplelog
  ufhhbgjnnth rottweiler murcielago gatekeeper 7elephants cheerleader simpleplan cincinnati fynfyfyfhbde bluedevils chrisbrown
  nokia6230i gfhfcjkmrf alabama123 password21 scoubidou2 jlbyjxtcndj calculator ghjcnjqgfhjkm nightcrawler 0000000000d
  livestrong mathematics 5544332211 installsqlst 123456789101 0147852369 nccpl25282 a3eilm2s2y mapleleafs yfcnzyfcnz compatible
  spam967888 123456789y prosperity matematica 7jokx7b9du protection nastya1995 qazwsx1234 80988218126 fktrcfylh1 4294967296
  motorcycle 3f3fpht7op galatasara liverpoolfc excellence celtic1888 confidence magical123 1472583690 1597532486 respublika
  cytuehjxrf 1234567890m paintball1 s123456789 polopolo09 fallenangel selfok2013 littlebitch pussybitch shakespeare kurtcobain
  studmuffin weihnachte timberland bullwinkle millerlite montenegro frederiksberg 1234567890qaz brucewayne blackmetal
  11111aaaaa dfktynbyrf accounting riverplate intelinside 1a2s3d4f5g6h sundaypunch birthday100 sweetdream qwe1234567
  123456qwert ilovemylife scoubidou6 sexpistols prisonbreak fuckyouguys kd189nlcih jimandanne xpressmusic vfvfgfgf123
  premiumcash chicken123 gthtrhtcnjr firstone123 123qweasdzx baseball12 superman123 87e5nclizry walkman555 hardwareid
  bluedragon iddqdiddqd lotrfotr34 nikita1998 neverwinter sanfrancisco qwerttrewq gxlmxbewym 89876065093rax rjycnbnewbz
  blackheart qazwsx12345 zjses9evpa ghjcnjgbpltw svetasveta azerbaijan rfgecnfcerf helicopter 1234567qwertyu 0cdh0v99ue
  c43dae874d wrestling1 1234qwerasdfzxcv lytghjgtnhjdcr schoolgirlie wonderwall 111222333000 department ybrjkftdyf intermilan
  zaqwsxcderfv blackwhite iloveboobies 9638527410 fiorentina jesussaves cockgobbler alexandra1 awdrgyjilp ghjrjgtyrj linkinpark
  supermario seemnemaailm anderlecht perfection philosophy hammertime jxfhjdfirf nhecsyfujkjdt weihnachten qwaszxerdfcv
  shithappens basketball1 accountbloc antananarivu cgtwbfkbcn spartak1922 vfrcbvvfrcbv butterbean description table54781
  littlebear reviewpass greenlantern p0o9i8u7y6 qwertzuiop something1 q1w2e3r4t5y6u7i8o9p0 monkeybutt passwordstandard
  controller corperfmonsy performing 413276191q mashamasha christiaan maprchem56458 mandarinka thebeatles saqartvelo formatters
  fktrcfylhjd eybdthcbntn warhammer40k lovezp1314 stonehenge construction nottingham 1234567890qwerty donaldduck morganstanley
  fyfnjkmtdyf rockbottom 1234567890987654321 cjdthitycndj 1qazwsxedc masturbate nevergiveup bltynbabrfwbz littlegirl loploprock
  littlewhore cuntfinger stinkyfinger 4815162342q nokiadermo zcxfcnkbdfz comicbooks nuaddn9561 playground matchbox20
  qwertyuiop10 phezc419hv ghjcnjabkz spiderman3 tupacshakur hesoyam123 nastya2010 qazxswedc123 tdfyutkbjy philippines
  hollywood1 wallstreet dogphil3650 headhunter iampurehaha2 kravchenko zxcvbn123456 queenas8151 gtnhjpfdjlcr donkeykong
  ilikepussy 123321456654 drumandbass qwertgfdsa 147258369a hondas2000 throatfuck animal2000 manchester1 natasha123 lzhan16889
  heavymetal nostradamus baseball11 jesuschris felicidade 9z5ve9rrcz charleston imagination 2468013579 vaffanculo 123456789j
  fuckthemall kryptonite 789456123a nikolaevna contrasena gfhfvgfvgfv kwiatuszek 0123654789 59382113kevinp luansantana
  silverstone 9988776655 writerspace xiaoyua123 bpgjldsgjldthnf gamemaster kanmax1994 123654789a greenhouse portishead
  blackhorse service321 1234567890p rfnthbyf1988 1qa2ws3ed4rf5tg qwertyuiop12345 1234567890o nhfycajhvths nastya1996
  abercrombie hollister1 msorcloledbr stickdaddy77 vfhbyfvfhbyf engineering fuckmylife cheeseburger foundation pandemonium
  asdfgh123456 thugstools andrey1992 89032073168 juancarlos difference password22 littleminge littlefuck qwertyu123
  123456789asd mattylad10 gerasimova 10293847qp minicooper boredboi4u peugeot406 9085603566 specialinsta michael123 presidente
  michaeljackson birthday26 aa123456789 webuivalidat rockhopper 1234567887654321 8096468644q 1234567892000 awo8rx3wa8t
  ilovemyfamily weihnachtsbau ghjuhfvbcn asshole123 satisfaction 014702580369 afrika2002 qaz123wsx456 falloutboy rhfvfnjhcr
  rhfcyjzhcr bernadette 123456789qwer kamelia2011 hijodeputa 132forever 111222333444555 barbarossa 9085084232 sagittarius
  123456789000 systemofadown vladimirovna v123456789 musiclover kudos4ever escaflowne lkjhgfdsazx meditation 122333444455555
  cnfnbcnbrf iloveyou12 commercial wcrfxtvgbjy 123456789zz amadeusptfcor zxcvbnm123456789 websolutionssu 1346798520 1234562000
  percussion 1234554321a steamforums rfcgthcrbq jedimaster mortalkombat afghanistan widespread kl?benhavn am4h39d8nh superman12
  antichrist 2dumb2live goodmorning iloveyou11 sataniv1993 peacemaker california1 fromvermine pineapple1 paraklast1974
  1234567890d minnesota_hp breakdance nondriversig simferopol 123qwerty123 necronomicon subscriber a1s2d3f4g5h6 football123
  fufnfrhbcnb constantin 671fsa75yt destruction milfhunter ma123123123 pfhfnecnhf rangerover nhfrnjhbcn 987654321g zxcvbasdfg
  superpower alexsander z1x2c3v4b5n6m7 ghjgfufylf fyfnjkmtdbx understand statistika 1212312121 domodedovo 1928374655
  springsteen wethepeople m123456789 awesome123 birthday28 itsasecret hallelujah ghjnbdjcnjzybt thecakeisalie vbhjndjhtw
  daddysgirl jasmine123 nightshade alternativa cghfdjxybr dctvcjcfnm fktrcfylhjdf need4speed ublhjgjybrf blackdragon orochimaru
  qwertyuiop12 frozenfish ghjuhfvvbcn ontheoutside 12345672000 onetwothree bujhmbujhm maxmotives kalifornia zcfvfzkexifz
  horsepower sonnenschein wazzkaprivet demolition gjdtkbntkm arsenal123 xxxp455w0rd5 qwertasdfgzxcvb birthday27 weihnachtsbaum
  fktrcfylth 99strenght jessejames wonderwoman forgetmenot computer12 12345qazwsx gearsofwar pointblank ghostrecon ghjatccbjyfk
  nick1234-rem936 jackhammer astra334566 iloveyou22 elsalvador berlin1945 aksjdlasdakj89879 margherita biblioteka ghjnbdjufp
  ntktdbpjh1994 infalicall myjdxtcxks 23wkoa0fp78dk birthday36 universidad passtrader electronics guitarhero zxcvbnm1234
  fatima753357 bigbrother navigation nthvbyfnjh2 c7e4f8ezqh rjkjrjkmxbr starwars123 birthday133 rattlesnake belladonna
  6215mila6215 seniseviyor fitzgerald bmvm3e46gtr blackadder 2606642yra iloveyou143 valentinka rashley198 maisuradze kensington
  zaq12wsxcde3 password88 anytimetoday fgjkbyfhbz letmein123 chinchilla 1q3e5t7u9o ronaldo123 iamawesome sergeevich specialist
  blitzkrieg ubvyfcnbrf bushmaster reymysterio candyfinger starscream thesimpsons wwwooo1234 hammerhead kozanostra rainforest
  1234567890l kazakhstan marinochka artemartem maintenance vladivostok battlestar yfcnhjtybt vitalik123 gjhjlfcjqrb qaz26101778
  sutvsc5ysaa candyeater littleslut starcraft2 love777321777 yoshimitsu activation 192837465q 789456123q 123456789aaa
  nastya1997 4815162342lf sdh686drth pfqwtd27121988 zxcvbn3215 cnfc35762209 allahuakbar eghfdktybt monster123 9731553197
  fuckthroat ss6z2sw6lu azerbaycan ktjynsq40147 1a2a3a4a5a6a 1324354657 zxcvbnmmnbvcxz 1994200414 2143658709 bvncnbnvvbn
  gundamwing bot_schokk s1a2s3h4a5 marcuseckos bullnuts2003 sweetiepie werty12345 findaupair007 undergroun housemusic
  sunflower1 alkanaft123 sdicmt7seytn baseball21 sylviahans progressive dreamonline 89057003343 blacklabel gjyjvfhtdf
  plhfdcndeq svensps820 winstonone pointbreak hocuspocus 12andriy14 e6pz84qfcj gfhfktkjuhfv parol12345 underwater baseball10
  z1x2c3v4b5n6 shelbygt500 dmiller12as 89181502334 entertainment qazwsx123456 nightmare1 crepusculo rockandroll frankzappa
  ad12345678 chupakabra lytdybrbdfvgbhf foreveryoung 050605rostik pyfrjvcndj 420842084208555 19960610ilja djljghjdjl alphabravo
  playstatio ipo54tj45uy856 89063032220m 5858855abc sunglasses 7410258963 nesterenko fdnjhbpfwbz fcnfkfdbcnf civilization
  89semtsriuty jesusfreak thirteen13 tottenham1 idontknow1 badiman28200 zexts364325 123ewqasdcxz fuckoff666 h72sfibbnl
  charlie111 lineage123 nhbujyjvtnhbz edwardcullen noonehackme waterfalls blacksonblon grimreaper devastator ubnkthrfgen
  123456789* lothlorien polniypizdec1102 gilbert2707 alejandro1 ne_e_pod_chehyl 89132664230 123456zxcvbn football10 sweetdreams
  ghtdtlvtldtl thundercat 12345677654321 dragonforce alpha135792468 sunshine69 hd764nw5d7e1vbv fyfcnfcbz1 w1w2w3w4w5 taylormade
  dtynbkznjh 70780070780 chester123 knucklehead aezakmi123 applejuice charlotte1 89614774181 rfkbajhybz imjakie123 stephanie1
  corporation userexecute uniqueness godzils4s7 ivanivanov 80361665abc klubnichka 20162016up technician rubberduck josephphone7
  freyfvfnfnf blacksheep misiaczek1 a789456123 vfrcbvtyrj novosibirsk 80972694711 0123698745 konovalova villeneuve krasavchik
  12345qwert7 bassmaster tylerca310 fishfinger 9874563210 gthtrfnbgjkt t5r4e3w2q1 crazyhorse dunnowho89 configuratio santamaria
  msoracle32re passwordassword utyyflmtdyf qweasdzxc12 boy1cool23 ronaldinho10 vinogradov abcd123456 bhrh0h2oof6xbqjeh
  voxstrange 193570356033 87654321vv
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

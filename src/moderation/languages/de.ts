import { each, ended, type Language, together } from './language.ts';

const AGES = `1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17`;
const WORDS_OF_AGE = `ein, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf, dreizehn, vierzehn,
  fünfzehn, sechzehn, siebzehn`;
const GARMENTS = `kleid, kleider, kleides, kleidern, kleidung, kleidungsstück*, klamotten, bekleidung, abendkleid*,
  sommerkleid*, brautkleid*, hochzeitskleid*, minikleid*, ballkleid*, cocktailkleid*, unterkleid*, nachthemd*, bluse,
  blusen, ~rock, röcke, minirock*, röckchen, kleidchen, ~hose, hosen, jeanshose*, strumpfhose*, unterhose*,
  unterhöschen, höschen, schlüpfer, ~slip, slips, unterwäsche, wäsche, ~bh, büstenhalter, badeanzug, badeanzugs,
  badehose*, bademantel, dirndl, ~outfit, kostüm, anzug, schlafanzug, ~overall, ~uniform, dessous, mieder, korsett,
  korsage, leggings, ~sachen, bikinioberteil, bikinihose*, bikinihöschen, trikot, morgenmantel, bademäntel, leibchen,
  arbeitskleidung, sportkleidung, oberbekleidung, hüllen, textilien, handtuch`;
const TOPS = `hemd, hemden, hemdchen, oberteil, oberteile, oberhemd, unterhemd*, pulli, pullis, pullover, trägertop,
  ~bustier, polohemd`;

/** Says not to undress. "Why not" asks for it all the same. */
const NEGATED = together(
  each('ohne', 'sie, ihn, die frau, den mann, jemanden, die person', 'auszuziehen, zu entkleiden, zu entblößen'),
  each(
    'ohne',
    'ihre, die, seine, das, ihr, sein',
    'kleidung, kleider, kleid, bluse, hemd',
    'auszuziehen, zu entfernen, zu ändern',
  ),
  each('nicht, niemals', 'ausziehen, auszuziehen, entkleiden, entblößen, nackt, sexy, erotisch, sexuell'),
  each('zieh, ziehe, zieht', 'sie, ihn, die frau, ihr nichts, ihm nichts', 'nicht aus'),
  `keine nacktheit, ohne nacktheit, keine erotik, kein sex, kleidung nicht entfernen, nicht die kleidung entfernen`,
);

export const GERMAN: Language = {
  alsoWritten: [
    ['ä', 'ae'],
    ['ö', 'oe'],
    ['ü', 'ue'],
    ['ß', 'ss'],
  ],
  lists: {
    minor: together(
      `grundschüler*, hauptschüler*, realschüler*, gymnasiast*, mitschüler*, vorschüler*, vorschulkind*, göre, gören,
        knirps, nicht 18, noch nicht 18, unter achtzehn, unter sechzehn, noch nicht volljährig, minderjährig,
        schulanfänger*, kita, krabbelkind*, klassenkameradin, kinderporno*, kind, kinder, kindern, kindes, kindlich,
        kindliche, kindlicher, kindliches, kleinkind*, schulkind*, grundschulkind*, kindergartenkind*, mädchen,
        mädchens, mädels, mädel, mädl, schulmädchen, madchen, schülerin*, schüler, schülern, schulmädel, baby, babys,
        säugling*, bub, buben, bübchen, jungs, bengel, knabe*, minderjährig*, jugendlich*, teenagerin*, teenie*,
        halbwüchsig*, tochter, töchter, töchterchen, söhnchen, stieftochter, stiefsohn, nichte, enkelin, enkelkind*,
        erstklässler*, zweitklässler*, drittklässler*, viertklässler*, fünftklässler*, sechstklässler*,
        siebtklässler*, achtklässler*, neuntklässler*, zehntklässler*, pubertierend*, präpubertär*, vorpubertär*, kita
        kind*, lolita, unter 18, unter 16, unter 14, nicht volljährig`,
      each('kleiner, kleinen, kleine, der kleine, ein, junger', 'junge, jungen'),
      each('nackter, der nackte, nackten, süßer', 'junge'),
      each('junge, kleine', 'schwester'),
      each(AGES, 'jahre, jahren, jährig, jährige, jähriger, jähriges, jährigen'),
      each(WORDS_OF_AGE, 'jahre, jährige, jähriger, jähriges, jährigen'),
      ended(AGES, 'jährig, jährige, jähriger, jähriges, jährigen'),
      ended(WORDS_OF_AGE, 'jährig*'),
    ),
    sexual: together(
      `zieht sich aus, ziehen sich aus, zog sich aus, sich auszieht, sich ausziehen, sich auszuziehen, erotikbild*,
        erotikfoto*, erotikszene*, erotikmodel*, sexbild*, sexfoto*, sexvideo*, sexfilm*, sexobjekt, sexsklav*,
        sexpuppe*, pudelnackt, splitternackig*, in dessous, in heißen dessous, in reizwäsche, in strapsen, string
        tanga*, nacktheit, erigier*, dildo, vibrator, fickend, nackend, im naturzustand, ohne stoff, ohne faden am
        leib, keinen faden am leib, adamskostüm, busenblitzer, nippelblitzer, callgirl, bordell, nackt*, *nackt,
        *nackte, *nackter, *nackten, *nacktes, nackert*, nackig*, nackend*, nackedei*, nakig, nackad,
        splitterfasernackt*, unbekleidet*, hüllenlos*, unverhüllt*, textilfrei*, kleidungslos*, kleiderlos*,
        textillos*, ohne was an, ohne etwas an, ohne alles, ohne kleidung, ohne klamotten, ohne kleider, nichts an,
        nichts anhat, nichts an hat, nichts anhaben, nichts trägt, nichts am leib, nichts am körper, trägt nichts,
        tragen nichts, trage nichts, gar nichts an, adamskostüm, evakostüm, evaskostüm, wie gott sie schuf, wie gott
        ihn schuf, wie gott sie geschaffen, wie gott ihn geschaffen, aktfoto*, aktbild*, aktmodell*, aktpose*,
        aktaufnahme*, aktshooting*, aktportrait*, aktporträt*, aktfotografie, als akt, entkleide*, entblöß*,
        entbloss*, entblättert*, entblättere, entblößt, auszieht, barbusig*, busen, brüste, brüsten, titten, möpse,
        nippel, brustwarze*, scheide, vagina, muschi, möse, fotze, penis, schwanz zeigen, hoden, genital*,
        geschlechtsteil*, geschlechtsverkehr, schambereich, intimbereich, schamhaar*, schamlippen, arschloch,
        sexuell*, sexualisiert*, sexi, geschlechtsakt, beischlaf, porno*, kinderporno*, *pornografi*, erotik,
        erotisch*, erregt, erregte, erregter, geil, geile, geiler, geiles, geilen, aufgegeilt, lasziv*, lüstern*,
        verführerisch*, masturbier*, selbstbefriedig*, onanier*, wichst, orgasmus, orgasmisch, orgasm*, ficken, fickt,
        fick, gefickt, fickend, bumsen, vögelt, gevögelt, blowjob, oralverkehr, oralsex, oral sex, analsex, bläst ihm
        einen, sexstellung*, sexszene*, unzüchtig*, unsittlich*, obszön*, versaut, versaute, versauter, anzüglich*,
        striptease, strippt, strippen, strippend, reizwäsche, strapse, strapsen, vergewaltig*, missbraucht sexuell,
        hure, nutte, schlampe, nackedi, ~hardcore, fetisch*, schlüpfrig*, fkk, freikörperkultur, untenrum frei,
        obenrum frei, untenrum ohne, obenrum ohne, unten ohne, hintern zeigen, nackte haut, freie brust, freier brust,
        blanke brust, blanker brust, blanken brüsten, blanker busen, blanken busen, blanker po, blanken po, blanker
        hintern, blanken hintern`,
      each(
        `so wie, wie`,
        `sie, er, man, ich, beide`,
        `auf die welt kam, auf die welt kamen, zur welt kam, geboren wurde, geboren ist, die natur schuf, gott
          erschuf, gott geschaffen hat`,
      ),
    ),
    plainest: `nackt, nackte, nackter, nackten, nacktes, entkleiden, entkleide, unbekleidet, splitternackt, halbnackt`,
    revealing: together(
      each('warum, wieso, weshalb, noch', NEGATED),
      each(
        `zeig, zeige, zeigt, zeig mir, zeige mir, zeigen sie, präsentiere, präsentiert, sehe, sieht`,
        `ihre, ihren, ihr, die, den, seine, seinen`,
        `brust, brüste, busen, po, popo, hintern, arsch, oberweite, schritt, schenkel, rundungen, kurven`,
      ),
      each(
        `nasse, nasses, nassem, nasser, nassen, klatschnasse, klatschnasses, klatschnassem, durchnässte, durchnässtes,
          durchnässtem, patschnasse, patschnasses, feuchte, feuchtes`,
        `bluse, shirt, t shirt, top, hemd, kleid, unterhemd, weiße bluse, weißes shirt, weißes t shirt, weißem t
          shirt, weißen t shirt, weißes hemd, weißem hemd, weißes kleid, weißes top`,
      ),
      each(
        `vergessen, vergisst, vergaß, vergessen hat`,
        `sich anzuziehen, kleidung anzuziehen, etwas anzuziehen, was anzuziehen, sich etwas anzuziehen`,
      ),
      `nichts drunter an, trägt sie drunter, drunter trägt, hat sie drunter, drunter anhat, drunter an, ab 18, fsk 18,
        nicht jugendfrei*, heiße pose, heißer pose, heiße posen, heißes foto, heißes bild, heiße fotos, heiße bilder,
        heißer look, heißes outfit, scharfe pose, scharfes outfit, bis zum po, bis zum hintern, bis unter den po, den
        po zeigen, den po sieht, den hintern sieht, po sieht, po sehen, die brüste sieht, brüste sieht, pobacken,
        arschbacken, knackpo, atombusen, latexoutfit, lack und leder, sitzt auf ihm, reitet ihn, reitet auf ihm,
        vornübergebeugt, nach vorne gebeugt, nach vorn gebeugt, po raus, hintern raus, bückt sich, gegen haut, gegen
        nackte haut, in haut, zu haut, statt stoff, haut statt, durch ihre haut, unzensiert*, ohne zensur, enthülle
        sie, enthülle ihren, enthüll sie, enthüllt ihren, nass bis auf die haut, klebt an der haut, klebt an ihrem
        körper, klebt am körper, klebt an den brüsten, man sieht alles, sieht man alles, alles sieht, alles sehen
        kann, alles durchscheint, scheint durch, des kaisers neue kleider, wie nackt, wenig stoff, kaum stoff, halb
        nackig, playmate, callgirl, strapse, strapsen, dessous, negligee, babydoll, catsuit, mikrobikini*,
        microbikini*, minibikini*, tangaslip, ins schlafzimmer locken, schlafzimmerblick, männermagazin,
        erotikmagazin, alles zeigt, zeigt alles, zeig alles, zeig mir alles, alles von ihr, alles von ihrem körper,
        ihren po, ihren hintern, tief ausgeschnitten*, wie sie gott geschaffen, wie ihn gott geschaffen, negligé,
        knappes outfit, knappe kleidung, knapperes outfit, haut pur, oben ohne, obenohne, stringtanga*, ~string,
        dessous, unterwäsche, ~slip, bh, büstenhalter, höschen, schlüpfer, unterhose*, leicht bekleidet*,
        leichtbekleidet*, spärlich bekleidet*, knapp bekleidet*, halb angezogen, kaum bekleidet*, kaum etwas an, kaum
        was an, kaum kleidung, wenig kleidung, weniger kleidung, weniger klamotten, weniger an, weniger anhat, weniger
        stoff, weniger anziehen, freizügig*, aufreizend*, sinnlich*, anrüchig*, reizvoll, sündig*, verrucht*,
        offenherzig*, heißer aussehen, sexier, mehr haut, viel haut, zeigt haut, haut zeigen, nackter oberkörper,
        nacktem oberkörper, freiem oberkörper, freier oberkörper, freien oberkörper, oberkörperfrei, oberkörper frei,
        oberkörper freimachen, tiefer ausschnitt, tiefem ausschnitt, tiefen ausschnitt, tieferer ausschnitt, tiefes
        dekolleté, tiefem dekolleté, großer ausschnitt, ausschnitt größer, ausschnitt tiefer, vollbusig*, große
        oberweite, großer oberweite, größere oberweite, größere brüste, oberweite größer, brust größer, brust zeigen,
        brüste größer, ihre brust, po zeigen, dicker hintern, großer hintern, praller po, praller hintern, prallem po,
        prallem hintern, knackarsch, knackiger hintern, arsch, arsches, popo, beine breit, beine gespreizt, gespreizte
        beine, gespreizten beinen, breitbeinig, spreizt die beine, beine spreizen, spreizt ihre beine, auf allen
        vieren, hündchenstellung, missionarsstellung, in reiterstellung, räkelt sich, räkelnd, rekelt sich,
        durchsichtig*e kleidung, nur mit einem handtuch, nur ein handtuch, nur im handtuch, nur in handtuch, nur in
        socken, nur in strümpfen, nur noch socken, nur in stiefeln, nur mit socken, nur mit stiefeln, nur high heels,
        nur mit high heels, nur ihre haut, nur haut, blank ziehen, blankziehen, zieht blank, blankgezogen, zieh blank,
        nichts drunter, nichts darunter, drunter nichts, darunter nichts, nichts unter dem, nichts unter der, was
        drunter ist, was darunter ist, was sie drunter, was er drunter, was sie darunter, was unter ihrer kleidung,
        was unter dem kleid, unter ihrem rock, unter ihren rock, unter den rock, unter dem rock, unter die kleidung,
        unter der kleidung, unter ihrer kleidung, unter seiner kleidung, untern rock, unter ihr kleid, unter ihrem
        kleid, unter ihr shirt, unter ihre bluse, ihren körper zeigen, ihren ganzen körper, zeig ihren körper, zeige
        ihren körper, zeig mir ihren körper, statt kleidung, statt kleidern, anstatt kleidung, durch haut, durch
        nichts, mit nichts, als stripperin, stripperin, stripper, pornostar, pornodarstellerin, domina, lederdessous,
        nasse bluse, nassem shirt, nasses shirt, nassem t shirt, nasses t shirt, nasse hemd, nasses hemd, gefesselt
        ans bett, ans bett gefesselt, stöhnt, stöhnend, alles ausziehen, alles aus, sich aus, zieht alles aus, alles
        ausgezogen, alles weg was sie trägt, röntgenblick, körperbemalung, nur bodypaint*, im eva kostüm, im adam
        kostüm, im adams kostüm, im evas kostüm`,
      each(
        `bild, bilder, foto, fotos, version, variante, szene, video, inhalt, inhalte`,
        `für erwachsene, nur für erwachsene, ab achtzehn`,
      ),
    ),
    remove: `entledigt sich, entledige dich, entledigen, befreie sie aus, befreie ihn aus, hol sie aus, schäl sie aus,
      schäle sie aus, pell sie aus, pelle sie aus, was hat sie unter, was hat er unter, was trägt sie unter, was trägt
      er unter, was steckt unter, was sie unter, was er unter, was verbirgt sich unter, zeig sie unter, runter mit,
      adieu, gestohlen, geklaut, klau, zerfetze, zerreiße, zerreiß, zerreißt, zerreißen, lass verschwinden, frei von,
      entferne, entfernen, entfernt, entferntem, entferntes, entfern, entfernung, lösche, löschen, lösch, löscht, weg
      mit, weg mit dem, retuschiere, retuschieren, retuschier, radiere, wegretuschieren, ausgezogen*, ausgezogenem,
      ausziehen, ausziehn, auszieh, heruntergerissen*, runtergerissen*, heruntergezogen*, runtergezogen*,
      heruntergelassen*, runtergelassen*, abgelegt*, aufgeknöpft*, aufknöpfen, offene, offener, offenem, geöffnete,
      geöffnetes, geöffneter, geöffnetem, hochgezogen*, hochgeschoben*, hochgerutscht*, verrutscht*, fehlende,
      fehlender, fehlendem, zerrissene, zerrissenes, zerrissenem, zerrissener, entledige sie, befreie sie von, befrei
      sie von, befreie ihn von, befreit von, befreit sie von, beraube sie, raus aus, raus aus dem, raus aus der,
      steigt aus, steigt aus dem, schlüpft aus, schlüpft aus dem, schlüpf aus, ohne, ohne ihr, ohne ihre, ohne sein,
      ohne jede, ohne jegliche, kein, keine, keinen, keinerlei, keiner, was unter, was ist unter, was sich unter, zeig
      was unter, verzichte auf, verzicht auf, reiß, reiße, knöpf, knöpfe, öffne, öffnet, öffnen, öffnend, lüfte,
      lüftet, hebt, heb, hebe, streift, streif, verliert, verlier, lass weg, lasse weg`,
    gone: `schmelzen, schmilzt weg, verdampfen, verdampft, verpuffen, verpufft, sich auflösen, sich in luft auf, in
      luft auflösen, zu boden gleiten, gleiten, gleitet, herabgleiten, rutschen, aufreißen, aufgerissen, aufgeplatzt,
      platzt auf, platzen, gestohlen, geklaut, wegbrennen, wegblasen, wegwehen, weggeweht, ade, adieu, überflüssig,
      wegfallen, rausnehmen, wegeditieren, rauseditieren, ausblenden, ausgeblendet, ausziehen, ausziehn, auszieht,
      auszuziehen, ausgezogen, ausziehend, ausgezogen haben, weg, wegmachen, wegnehmen, wegnimmt, wegretuschieren,
      wegretuschiert, weglassen, weggelassen, wegdenken, wegradieren, wegzaubern, wegschneiden, wegmacht, weggemacht,
      wegzumachen, entfernen, entfernt, zu entfernen, löschen, gelöscht, verschwinden, verschwindet, verschwand,
      verschwunden, fehlt, fehlen, fallen, fallen lassen, fällt, fällt runter, fällt zu boden, runter, herunter,
      herab, runterziehen, runtergezogen, herunterziehen, heruntergezogen, herunterreißen, runterreißen,
      heruntergerissen, runtergerissen, runterrutscht, rutscht runter, runterlassen, abnehmen, abnimmt, ablegen,
      ablegt, abgelegt, abstreifen, abstreift, abgestreift, abgezogen, vom leib, vom körper, aufknöpfen, aufgeknöpft,
      öffnen, geöffnet, offen, hoch, hochheben, hochhebt, hochgehoben, hochziehen, hochgezogen, hochzieht, anheben,
      hochschieben, hochgeschoben, lüften, lüpfen, zerreißen, zerrissen, zerreißt, unsichtbar, auflösen, aufgelöst,
      löst sich auf, löst auf, schmilzt, los, loswerden, verloren, verliert, transparenter, tragen nicht`,
    sheer: `durchsichtig*, transparente, transparenter, transparentes, transparenten, transparentem, durchscheinend*,
      unsichtbar, unsichtbare, unsichtbarer, unsichtbares, unsichtbaren, hauchdünn*, durchschimmernd*, durchschaubar*,
      zu eng, hauteng*`,
    garment: `${GARMENTS}, ${each('alles was, was', 'sie, er', 'trägt, anhat, an hat')}`,
    top: TOPS,
    innocent: together(
      each(`nackte, nackter, nackten`, `nacktmull, haut der birke`),
      each(
        `transparenter, transparentem, transparenten, transparente, durchsichtiger, durchsichtigem, durchsichtigen`,
        `hintergrund, regenschirm, folie, png, vase, tasche, fläche`,
      ),
      each(`sich aus`, `dem, der, den, einem, einer, ihrem, seinem`),
      each(
        `weniger, wenig, kaum, mehr, viel, nasse, keine, ohne`,
        `kleidung, klamotten, wäsche, kleider`,
        `auf der leine, an der leine, am kleiderbügel, auf dem bügel, auf bügeln, auf dem kleiderbügel, im schrank, im
          kleiderschrank, im korb, im koffer, auf dem boden, auf dem bett, am haken, in der wäsche, am ständer, auf
          dem ständer`,
      ),
      `au dessous, en dessous, ci dessous, par dessous, de dessous, dessous de, hardcore punk, hardcore band, heißes
        bild kaffee, nasse wäsche auf, nacktschnecke*, nacktmull*, nacktkatze*, nacktsamer*, nacktsamig*, nackthals*,
        nackthund*, nacktnasen*, nacktgerste, nackthafer, nacktbike*, ohne alles außer, pommes ohne alles, döner ohne
        alles, burger ohne alles, kaffee ohne alles, sexualkunde*, sexuelle aufklärung, sexuelle orientierung,
        sexuelle vielfalt, sexueller missbrauch, sexuellen missbrauch, sexuelle gewalt, busenfreund*, busen der natur,
        meerbusen*, vögelt ein, babyblau, babyrosa, christkind, geburtstagskind, scheide des schwerts, schwertscheide,
        wasserscheide, offene jacke, rock n roll, rock and roll, rock band, rock musik, rock konzert, ohne
        hosenträger, geiler sound`,
      each(
        'nackte, nackten, nackter, nacktem, nacktes',
        `wand, wände, wänden, mauer, mauern, füße, füßen, fuß, hände, händen, beton, holz, fels, felsen, stein,
          steine, erde, boden, bäume, bäumen, baum, ast, äste, ästen, zweige, zweigen, tatsachen, wahrheit, zahlen,
          angst, gewalt, überleben, existenz, glühbirne, glühbirnen, auge, landschaft, hügel, metall, stahl, ziegel,
          ziegelwand, betonwand, backsteinwand, berge, felswand, flamme, klinge`,
      ),
      each(
        'geiler, geiles, geile, geilen',
        `sonnenuntergang, auto, motorrad, licht, foto, bild, farben, wetter, party, gitarre, idee, stimmung, karre`,
      ),
      each(
        'verführerisch, verführerische, verführerischer, verführerisches, verführerischen',
        `duft, duftend, duftender, duftende, torte, kuchen, dessert, schokolade, pralinen, eis, angerichtet, leckere`,
      ),
    ),
    notEnglish: '~lose',
    opens: `zieh, ziehe, zieht, ziehen, ziehn, zog, ziehst, reiß, reiße, reißt, reißen, riss, nimm, nehme, nehmt,
      nehmen sie, nimmt, mach, mache, macht, machen sie, streif, streife, streift, leg, lege, legt, knöpf, knöpfe,
      knöpft, lass, lasse, lässt, lasst, schneide, schneid, schneidet, schieb, schiebe, schiebt, heb, hebe, hebt,
      roll, rolle, rollt, zauber, zaubere, zaubert, krempel, krempelt, photoshoppe, retuschier, retuschiere,
      retuschiert, radier, radiere, radiert, rupf, rupfe, zerr, zerre, zerrt, pelle, pell, blende, blend, schäle,
      schäl`,
    closes: `schmelzen, verdampfen, gleiten, platzen, auflösen, zu boden, herunterrutschen, runterrutschen, aus, ab,
      weg, runter, herunter, hinunter, herab, fallen, verschwinden, hoch, fort, vom leib, vom körper, auf, rauf,
      auseinander, kaputt, los`,
    undress: `ganz ohne, ausziehen, ausziehn, auszieht, ausgezogen, auszuziehen, ausgezogene, ausgezogenen,
      ausgezogener, freimachen, frei machen, entkleidet`,
    only: together(
      each(`nur, nur noch, lediglich, bloß, ausschließlich`, `mit, in, von`),
      `nichts als, nichts außer, nichts weiter als`,
    ),
    worn: `handtuch, laken, bettlaken, bettdecke, schmuck, ohrringe, ohrringen, socken, strümpfen, strümpfe, stiefeln,
      stiefel, schuhen, schuhe, high heels, pumps, schürze, lächeln, kette, halskette, tuch, schal, krawatte, fliege,
      schaum, sahne, schlagsahne, feigenblatt, feigenblättern, hut, gürtel, perlen, perlenkette, ketten, haut,
      bodypainting, blütenblättern, handschuhen, tattoos`,
    negated: NEGATED,
  },
  grammar: {
    own: `der, den, dem, das, des, ein, eine, einen, einem, einer, eines, und, mit, auf, ist, sind, sie, ihr, ihre,
      ihren, ihrem, ihrer, seine, seinen, seinem, für, von, vom, zum, zur, im, bei, beim, nicht, auch, nur, bitte,
      mach, mache, zieh, zeige, zeig, wie, frau, mann, foto von, bild, oder, aber, durch, über, unter, vor, nach,
      wird, sich, diese, dieser, dieses, ohne, person, lass, entferne, trägt, gleiche, selbe`,
    filler: `das, der, die, den, dem, des, ein, eine, einen, einem, einer, ihr, ihre, ihren, ihrem, ihrer, sein,
      seine, seinen, seinem, seiner, sie, ihn, ihm, es, dir, dich, sich, mir, mich, euch, uns, ihnen, alle, alles,
      allen, jede, jedes, jeden, jegliche, jegliches, sämtliche, ganze, ganzen, gesamte, gesamten, komplette,
      kompletten, komplett, vollständig, ganz, bitte, mal, doch, jetzt, nun, noch, einfach, sofort, schnell, langsam,
      vorsichtig, digital, virtuell, sanft, und, auch, rote, rotes, roten, blaue, blaues, blauen, grüne, grünes,
      grünen, schwarze, schwarzes, schwarzen, weiße, weißes, weißen, gelbe, gelbes, gelben, rosa, lange, langes,
      langen, kurze, kurzes, kurzen, enge, enges, engen, diese, dieses, diesen, dieser, jenes, störende, schöne,
      schönes, schönen, teile, stück, stücke, frau, dame, person, mädchen, model, freundin, mann, restliche,
      restlichen, übrige, übrigen, lästige, hübsche, hübsches, nasse, nasses, irgendwelche, bisschen, ja, schon,
      gleich, einmal, eh, halt, sehr, total, völlig, mehr`,
    preposition: `auf, an, am, von, vom, in, im, ins, mit, aus, bei, beim, unter, über, neben, hinter, vor, zu, zum,
      zur, für, gegen, durch, um, ums, nach, statt, zwischen, trotz, wegen, übers, aufs, vorm, gegenüber`,
    quantity: 'alle, alles, teile, stücke, rest, eines, keines, jedes',
    auxiliary: `ist, sind, war, waren, wird, werden, wurde, wurden, soll, sollen, sollte, muss, müssen, hat, haben,
      hatte, lassen, lass, lässt, worden, langsam, komplett, vollständig, ganz, einfach, bitte, mal, plötzlich, jetzt,
      nun, digital, per, photoshop, ihr, ihm, sich, halb, fast, teilweise, sanft, zu, wie, geworden, machen, mach,
      auch, und, weit, nach, oben, unten, beiseite, von, frau, der, dame, person, wieder, doch, gerade, sie, er,
      schnell, vom, körper, leib, bis, total, völlig, leicht, gerutscht, sein, kann, darf, könnte, würde`,
    turn: `aber, sondern, füge, hinzu, ändere, ersetze, behalte, trage, trägt, gib, färbe, male, setze, an, anziehen,
      setz, gegen, verwandle, wechsle, tausche, passe`,
    withWords: '',
    person: `sie, ihn, ihr, dich, mich, sich, euch, uns, frau, frauen, dame, damen, mädchen, mädel, mann, männer,
      typen, person, personen, model, models, freundin, freund, alle, beide, beiden, jungen, leute, menschen,
      lehrerin, kollegin, nachbarin, schwester, mutter, mama, ex, schauspielerin, sängerin, braut, mitschülerin,
      chefin, studentin, influencerin, streamerin, oma, komplett, ganz, nackt, vollständig, langsam, bitte, mal, doch,
      jetzt`,
    notClosing: `dem, der, den, einem, einer, eine, ihrem, seinem, seide, leder, baumwolle, samt, stoff, wolle,
      leinen, spitze, holz, metall, papier, glas, gold, satin, jeans, denim, plastik, latex, die, das`,
  },
};
